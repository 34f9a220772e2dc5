/** The values that were typed into the form of a route. */
export interface Values {
  /** The values of its fields, by name. */
  fields: Record<string, string>;
  /** The text of a JSON body, if that was chosen. */
  json?: string;
  isXml?: boolean;
}
