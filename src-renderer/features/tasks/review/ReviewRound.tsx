import { Box, Button, Link, Typography } from '@mui/material'
import { Square, SquareCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameOf } from '#shared/rules/person.ts'
import { aiUseText } from '#shared/rules/offer-terms.ts'
import type { Submission } from '#shared/contract/index.ts'
import { useCall } from '#data/use-call.ts'
import { formatMoment } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius, weight } from '#ui/look/tokens.ts'
import { useGuest } from '../data/guest.ts'
import { outcomeSentence } from './review-queries.ts'

const plain = { listStyle: 'none', m: 0, p: 0 } as const
const typed = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box component="ul" aria-label={name} sx={plain}>
    {children}
  </Box>
)

type SubmittedFileProps = Pick<ReviewRoundProps, 'projectID' | 'taskID'> & { file: Submission['files'][number] }

const SubmittedFile = ({ projectID, taskID, file }: SubmittedFileProps) => {
  const isGuest = useGuest() !== null
  const isCopy = taskID === null
  const download = useCall(isGuest ? 'files.downloadOfTask' : 'files.download', {
    input: () => ({ params: { id: (isGuest ? taskID : projectID) ?? '', fileId: file.id } }),
    options: () => ({ saveAs: file.name }),
    onError: (error) => toast(`${file.name}: ${errorText(error, 'Failed to download the file')}`, 'error'),
  })
  if (isCopy || !file.isThere)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {file.name}
        {!isCopy && ' (deleted since)'}
      </Typography>
    )
  return (
    <Button size="small" loading={download.isPending} onClick={() => download.mutate()} sx={{ ml: -0.5 }}>
      {file.name}
    </Button>
  )
}

type ReviewRoundProps = {
  projectID: string
  /** Null for a copy, whose files cannot be read any more. */
  taskID: string | null
  round: Submission
  isOpen: boolean
}

/** One round of a review, as it was handed in, and its answer. Earlier rounds are folded. */
export const ReviewRound = ({ projectID, taskID, round, isOpen }: ReviewRoundProps) => (
  <Box
    component="details"
    open={isOpen}
    sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, px: 1.5, py: 1, minWidth: 0 }}
  >
    <Box component="summary" sx={{ cursor: 'pointer', fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
      {outcomeSentence(round)}
    </Box>
    <Box sx={{ display: 'grid', gap: 1, pt: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {nameOf({ username: round.authorUsername, name: round.authorName })} handed in on{' '}
        {formatMoment(round.createdAt)}
      </Typography>
      {round.note && (
        <Typography variant="body2" sx={typed}>
          {round.note}
        </Typography>
      )}
      {round.links.length > 0 && (
        <Part name="Links">
          {round.links.map((link, at) => (
            <Typography key={at} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <Link href={link} target="_blank" rel="noopener noreferrer">
                {link}
              </Link>
            </Typography>
          ))}
        </Part>
      )}
      {round.files.length > 0 && (
        <Part name="Files">
          {round.files.map((file) => (
            <li key={file.id}>
              <SubmittedFile projectID={projectID} taskID={taskID} file={file} />
            </li>
          ))}
        </Part>
      )}
      {round.remarks.length > 0 && (
        <Part name="Done when">
          {round.remarks.map(({ text, isDone, remark }, at) => (
            <Box component="li" key={at} sx={{ display: 'flex', gap: 1, py: 0.25 }}>
              <Box aria-hidden sx={{ display: 'flex', pt: 0.25, color: isDone ? 'success.main' : 'text.secondary' }}>
                {isDone ? <SquareCheck size={16} /> : <Square size={16} />}
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {text}
                  <Box component="span" sx={visuallyHidden}>
                    {isDone ? ' (done)' : ' (not done)'}
                  </Box>
                </Typography>
                {remark && (
                  <Typography variant="body2" sx={{ ...typed, color: 'text.secondary' }}>
                    {remark}
                  </Typography>
                )}
              </Box>
            </Box>
          ))}
        </Part>
      )}
      {round.aiUse && <Typography variant="body2">{aiUseText[round.aiUse]}.</Typography>}
      {round.answeredAt && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Answered on {formatMoment(round.answeredAt)}
          {round.answer && ':'}
        </Typography>
      )}
      {round.answer && (
        <Typography variant="body2" sx={{ ...typed, pl: 1.5, borderLeft: 3, borderColor: 'divider' }}>
          {round.answer}
        </Typography>
      )}
    </Box>
  </Box>
)
