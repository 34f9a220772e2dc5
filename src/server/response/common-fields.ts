/** Header fields that keep browsers from treating an answer as anything but data. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** The fields of a request that decide about an answer of a route, and about a document. RFC 9110, section 12.5.5. */
export const vary = { answer: 'Accept, Authorization, Origin', document: 'Accept, Origin' };
