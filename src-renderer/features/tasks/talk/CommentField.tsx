import { Box, InputBase, Tab, Tabs, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { COMMENT_MAX } from '#shared/contract/comments.ts'
import { namesIn, numbersIn } from '#shared/rules/comment-names.ts'
import { membersQuery } from '#data/memberships.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { RichText } from '#ui/text/RichText.tsx'
import { radius } from '#ui/look/tokens.ts'
import { useGuest } from '../data/guest.ts'
import { MentionList, useMentions } from './mentions.tsx'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'

/** What the comment will look like. Names and numbers are links as far as this device knows members and tasks. */
const Preview = ({ text, projectID }: { text: string; projectID: string }) => {
  const client = useQueryClient()
  const [names, numbers] = [namesIn(text), numbersIn(text)]
  const members = client.getQueryData(membersQuery(projectID).queryKey)?.data ?? []
  const tasks = client.getQueryData(projectTasksQuery(projectID).queryKey)?.data ?? []
  return (
    <RichText
      id="preview"
      text={text}
      projectID={projectID}
      people={members.filter(({ username }) => names.includes(username.toLowerCase()))}
      tasks={tasks.filter((task) => numbers.includes(Number(task.taskId)))}
    />
  )
}

const CARET_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

type CommentFieldProps = {
  label: string
  projectID: string
  /** The task that the comment is about. */
  taskID: string | null
  text: string
  onType: (text: string) => void
  onSend: () => void
  onEscape?: () => void
  isSending: boolean
  isFocused?: boolean
  /** Buttons, and what went wrong. */
  children: ReactNode
}

const PreviewPanel = ({ text, projectID }: { text: string; projectID: string }) => (
  <Box
    sx={{
      minHeight: 76,
      maxHeight: 320,
      overflowY: 'auto',
      px: 1.5,
      py: 1,
      border: 1,
      borderColor: 'divider',
      borderRadius: radius.medium,
    }}
    tabIndex={0}
  >
    {text.trim() ? (
      <Preview text={text} projectID={projectID} />
    ) : (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        There is nothing to preview yet.
      </Typography>
    )}
  </Box>
)

/** The field of a comment: written as Markdown or looked at, with suggestions for names after @. Ctrl+Enter (Cmd+Enter) sends. */
export const CommentField = (props: CommentFieldProps) => {
  const { label, projectID, taskID, text, onType, onSend, onEscape, isSending, isFocused = false, children } = props
  const [isPreview, setIsPreview] = useState(false)
  const isGuest = useGuest() !== null
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const mentions = useMentions({ projectID, taskID, field, text, onType })
  const press = (event: KeyboardEvent) => {
    if (isSubmitKey(event)) {
      event.preventDefault()
      return onSend()
    }
    if (mentions.press(event)) return
    // Escape leaves the edit, and not the dialog around it.
    if (event.key !== 'Escape' || !onEscape) return
    event.stopPropagation()
    onEscape()
  }
  const left = COMMENT_MAX - text.length
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={isPreview ? 1 : 0}
        onChange={(_event, next: number) => setIsPreview(next === 1)}
        aria-label={`${label}: how it is shown`}
        sx={{ minHeight: 36, '& .MuiTab-root': { minHeight: 36, minWidth: 0, px: 1.25, py: 0.5 } }}
      >
        <Tab label="Write" id={`${id}-write`} {...(!isPreview && { 'aria-controls': `${id}-panel` })} />
        <Tab label="Preview" id={`${id}-preview`} {...(isPreview && { 'aria-controls': `${id}-panel` })} />
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${isPreview ? 'preview' : 'write'}`}
        sx={{ mt: 0.75 }}
      >
        {isPreview ? (
          <PreviewPanel text={text} projectID={projectID} />
        ) : (
          <WithCutPasteNote>
            <InputBase
              multiline
              fullWidth
              minRows={2}
              maxRows={10}
              autoFocus={isFocused}
              inputRef={field}
              value={text}
              readOnly={isSending}
              placeholder={isGuest ? 'Markdown and @name work here' : 'Markdown, @name and #12 work here'}
              onChange={({ target }) => {
                onType(target.value)
                mentions.look()
              }}
              onKeyDown={press}
              // The caret has moved; typing looks by itself, and Escape must not open the suggestions again.
              onKeyUp={({ key }) => void (CARET_KEYS.has(key) && mentions.look())}
              onClick={mentions.look}
              onBlur={mentions.close}
              inputProps={{ 'aria-label': label, maxLength: COMMENT_MAX, ...mentions.fieldProps }}
              sx={{
                px: 1.5,
                py: 1,
                border: 1,
                borderColor: 'divider',
                borderRadius: radius.medium,
                typography: 'body2',
                '&.Mui-focused': {
                  borderColor: 'primary.main',
                  outline: 1,
                  outlineColor: 'primary.main',
                  outlineStyle: 'solid',
                },
              }}
            />
          </WithCutPasteNote>
        )}
      </Box>
      <MentionList {...mentions.list} />
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}>
        {left <= 500 && (
          <Typography variant="note" className="tabular" sx={{ mr: 'auto', color: 'text.secondary' }}>
            {left} characters left
          </Typography>
        )}
        {children}
      </Box>
    </Box>
  )
}
