/** A coding column of the show's chart of accounts (DEC-52). */
export interface CodingField {
  configType: string;
  header: string;
}
