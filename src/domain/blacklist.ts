/** An address that gets no answer until a moment has passed. Reference, section 8.8. */
export interface BlacklistEntry {
  /** As callers are counted: an IPv4 address, or the /64 of an IPv6 one. */
  address: string;
  /** Unix seconds. */
  createdAt: number;
  /** Unix seconds; the entry holds before this moment. */
  expiresAt: number;
  reason: string;
}
