import { Box } from '@mui/material'
import { type ComponentProps, Suspense } from 'react'
import { isPlainText } from '#shared/rules/markdown.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import type { CommentText as DrawnText } from './CommentText.tsx'

const CommentText = lazyPart(async () => (await import('./CommentText.tsx')).CommentText)

type RichTextProps = Omit<ComponentProps<typeof DrawnText>, 'people' | 'tasks'> &
  Partial<Pick<ComponentProps<typeof DrawnText>, 'people' | 'tasks'>>

/** Each paragraph has the direction of its own first letter. */
const lookOfPlain = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' } as const

const none: readonly never[] = []

/**
 * A text written by people, as Markdown. The renderer is loaded separately: until it is there, and where a text has
 * nothing for it to render, the text is shown as typed.
 */
export const RichText = ({ people = none, tasks = none, look = 'body2', ...rest }: RichTextProps) => {
  const plain = (
    <Box dir="auto" sx={{ typography: look, ...lookOfPlain }}>
      {rest.text}
    </Box>
  )
  if (isPlainText(rest.text)) return plain
  return (
    <Suspense fallback={plain}>
      <CommentText {...rest} people={people} tasks={tasks} look={look} />
    </Suspense>
  )
}
