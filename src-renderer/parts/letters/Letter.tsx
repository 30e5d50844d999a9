import { Box, Link, Typography } from '@mui/material'
import type { GivenAnswer } from '#shared/contract/letters.ts'
import { weight } from '#ui/look/tokens.ts'

const text = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

const ADDRESS = /(https:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'’”])/gi

/** Plain text in which addresses that begin with https are links. */
const Linked = ({ children }: { children: string }) => (
  <>
    {children.split(ADDRESS).map((part, at) =>
      // Every second part is what the pattern has found.
      at % 2 === 0 ? (
        part
      ) : (
        <Link key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
          {part}
        </Link>
      ),
    )}
  </>
)

const Answer = ({ given: { answer } }: { given: GivenAnswer }) => {
  if (answer === '') return <Box sx={{ color: 'text.secondary', fontStyle: 'italic' }}>No answer</Box>
  return (
    <Box dir="auto" sx={text}>
      <Linked>{answer}</Linked>
    </Box>
  )
}

type LetterProps = { letter: string | null; answers: readonly GivenAnswer[] }

/** What an application says: the letter, then each question with its answer. Plain text, and links to https alone. */
export const Letter = ({ letter, answers }: LetterProps) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    {letter ? (
      <Typography dir="auto" sx={text}>
        <Linked>{letter}</Linked>
      </Typography>
    ) : (
      <Typography sx={{ color: 'text.secondary' }}>No letter was written.</Typography>
    )}
    {answers.length > 0 && (
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {answers.map((given) => (
          <Box key={given.question}>
            <Typography component="dt" variant="body2" sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
              {given.question}
            </Typography>
            <Typography component="dd" sx={{ m: 0, mt: 0.25 }}>
              <Answer given={given} />
            </Typography>
          </Box>
        ))}
      </Box>
    )}
  </Box>
)
