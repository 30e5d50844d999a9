import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { PaymentList } from './PaymentList.tsx'
import { ledgerQuery } from '../data/queries.ts'

/** The payments recorded for the member who looks at them. Draws nothing when there are none. */
export const OwnPayments = ({ projectID }: { projectID: string }) => {
  const [page, setPage] = useState(1)
  const { data } = useQuery(ledgerQuery(projectID, page))
  if (!data || data.pagination.total === 0) return null
  const { totalPages } = data.pagination
  return (
    <Box sx={{ mt: 4 }}>
      <TitledCard title="Your payments">
        <Typography variant="body2" sx={{ mb: 1.5, color: 'text.secondary' }}>
          What the project recorded as paid to you elsewhere. Nobody but you and its managers sees this.
        </Typography>
        <PaymentList label="Your payments" payments={data.data} nameOf={() => 'You'} />
        {totalPages > 1 && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
            <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <Button size="small" disabled={page >= totalPages} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </Box>
        )}
      </TitledCard>
    </Box>
  )
}
