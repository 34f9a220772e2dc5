/** Something that has a uid and a name. */
export interface Named {
  uid: string;
  name: string;
}

/** Something with its owner, if it has one. */
export interface Owned extends Named {
  owner: Named | undefined;
}

/** Something that a history names, which may have been removed since: then `removed_at` is the time, in Unix seconds. */
export interface Mentioned extends Named {
  removed_at: number | null;
}
