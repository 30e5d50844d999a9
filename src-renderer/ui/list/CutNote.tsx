import { Typography } from '@mui/material'
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'

/** A list as the server answers it; `message` says that there are more rows than are listed. */
type ListAnswer<Row> = { data: Row[]; message?: string | undefined }
type CutNoteProps<Row, Key extends QueryKey> = {
  /** The query of the list, which the screen makes elsewhere. */
  of: UseQueryOptions<ListAnswer<Row>, Error, Row[], Key>
}

/** Shows the server's sentence that a list is not complete. */
export const CutNote = <Row, Key extends QueryKey>({ of: query }: CutNoteProps<Row, Key>) => {
  const { data: note } = useQuery({ ...query, enabled: false, select: ({ message = '' }) => message })
  if (!note) return null
  return (
    <Typography variant="body2" role="note" sx={{ mb: 1.5, color: 'text.secondary' }}>
      {note}
    </Typography>
  )
}
