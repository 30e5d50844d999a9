/** A list as the server answers it; `message` says that there are more rows than it lists. */
export type Listed<Row> = { data: Row[]; message?: string | undefined }

/** What the query of such a list selects: its rows. The message is `ui/CutNote.tsx`'s. */
export const rowsOf = <Row>({ data }: Listed<Row>): Row[] => data

/** The list with other rows; one that is not there stays so. */
export const withRows = <Row>(list: Listed<Row> | undefined, change: (rows: Row[]) => Row[]): Listed<Row> | undefined =>
  list && { ...list, data: change(list.data) }
