/** The seconds that a device waits between its questions, and by how much they grow if it does not. RFC 8628, section 3.5. */
export const POLL_INTERVAL = 5;
