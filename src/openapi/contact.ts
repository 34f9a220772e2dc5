/** The contact object of a description. */
export interface Contact {
  name: string;
  url?: string;
  email?: string;
}

/** Returns the contact of the host of a service, who is reached by an email address or by the URL of a page. */
export function contactOf(contact: string | undefined): Contact {
  const name = 'The host of this service';
  if (contact === undefined) return { name };
  return /^https?:/.test(contact) ? { name, url: contact } : { name, email: contact };
}
