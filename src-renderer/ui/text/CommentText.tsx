import { Box, Link } from '@mui/material'
import { findAndReplace } from 'mdast-util-find-and-replace'
import { Component, memo, type ReactNode, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { Link as RouterLink } from 'react-router-dom'
import remarkGfm from 'remark-gfm'
import type { Comment } from '#shared/contract/index.ts'
import { isTangled, MENTION } from '#shared/rules/comment-names.ts'
import { TASK_NUMBER } from '#shared/rules/task-number.ts'
import { paths } from '#lib/paths.ts'
import { blocks, picturesAsLinks } from './comment-blocks.ts'
import { radius, size, weight } from '../look/tokens.ts'

type CommentContext = {
  projectID: string
  people: readonly Pick<Comment['mentions'][number], 'username'>[]
  tasks: readonly Pick<Comment['tasks'][number], 'taskId' | 'title'>[]
}

/** A link of ours, which no Markdown can write: it names its target apart from the address. */
const linkNode = (to: string, text: string, title: string | null = null) => ({
  type: 'link' as const,
  url: '',
  title,
  data: { hProperties: { dataTo: to } },
  children: [{ type: 'text' as const, value: text }],
})

/** Makes links of the members and tasks that a text names; all other names and numbers stay text. Code is left alone. */
const named =
  ({ projectID, people, tasks }: CommentContext) =>
  () =>
  (tree: Parameters<typeof findAndReplace>[0]): void => {
    const names = new Map(people.map(({ username }) => [username.toLowerCase(), username]))
    const numbers = new Map(tasks.map((task) => [task.taskId, task.title]))
    findAndReplace(
      tree,
      [
        [
          MENTION,
          (found: string, name: string) => {
            const username = names.get(name.toLowerCase())
            return username === undefined ? false : linkNode(paths.profile(username), found)
          },
        ],
        [
          TASK_NUMBER,
          (found: string, number: string) => {
            const title = numbers.get(number)
            return title === undefined ? false : linkNode(paths.taskByNumber(projectID, number), found, title)
          },
        ],
      ],
      { ignore: ['link', 'linkReference'] },
    )
  }

/** Where a link of a comment may lead: other addresses stay text. */
const isAllowed = (address: string): boolean => {
  try {
    const { protocol, username, password } = new URL(address)
    // A name before the host is there to look like another host.
    return ['https:', 'mailto:'].includes(protocol) && username === '' && password === ''
  } catch {
    return false
  }
}

const Heading: Components['h1'] = ({ children }) => (
  <Box component="p" dir="auto" sx={{ fontWeight: weight.bold }}>
    {children}
  </Box>
)

const components: Components = {
  a: ({ node, href = '', title, children }) => {
    const to = node?.properties['dataTo']
    if (typeof to === 'string')
      return (
        <Link component={RouterLink} to={to} title={title}>
          {children}
        </Link>
      )
    if (!href) return <>{children}</>
    return (
      <Link href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </Link>
    )
  },
  // Nothing is loaded from elsewhere: a picture within a link is the words that describe it.
  img: ({ alt, title }) => <>{alt || title || 'image'}</>,
  input: ({ checked }) => (
    <Box component="span" role="img" aria-label={checked ? 'Done' : 'To do'} sx={{ mr: 0.5 }}>
      {checked ? '☑' : '☐'}
    </Box>
  ),
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  table: ({ children }) => (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </Box>
  ),
  pre: ({ children }) => (
    // Anyone who has no mouse scrolls long code by keys.
    <pre tabIndex={0}>{children}</pre>
  ),
}

const rehypePlugins = [blocks]

const lookOfText = {
  overflowWrap: 'anywhere',
  // A new line is one, as it was typed.
  '& p, & li': { whiteSpace: 'pre-line' },
  '& > :first-of-type': { mt: 0 },
  '& > :last-child': { mb: 0 },
  '& p, & ul, & ol, & blockquote, & pre, & table': { my: 0.75 },
  '& ul, & ol': { pl: 0, paddingInlineStart: '24px' },
  '& ul.contains-task-list': { listStyle: 'none', paddingInlineStart: '4px' },
  '& blockquote': {
    mx: 0,
    paddingInlineStart: '12px',
    borderInlineStart: '3px solid var(--mui-palette-divider)',
    color: 'text.secondary',
  },
  '& code': {
    fontSize: size.note,
    px: 0.5,
    borderRadius: radius.small,
    bgcolor: 'action.hover',
  },
  '& pre': { p: 1.25, overflowX: 'auto', borderRadius: radius.medium, bgcolor: 'action.hover' },
  '& pre code': { p: 0, bgcolor: 'transparent' },
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': { border: 1, borderColor: 'divider', px: 1, py: 0.5, textAlign: 'start' },
  '& hr': { border: 0, borderTop: 1, borderColor: 'divider' },
} as const

/** Shows the text as it was typed where Markdown cannot be drawn, such as one nested thousands of times. */
class PlainOnFailure extends Component<{ text: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Box dir="auto" sx={{ whiteSpace: 'pre-wrap' }}>
        {this.props.text}
      </Box>
    )
  }
}

type CommentTextProps = CommentContext & {
  /** Makes the IDs of its footnotes differ from those of other comments. */
  id: string
  text: string
  /** The size of its letters. */
  look?: 'body1' | 'body2'
}

/** A comment's text as GitHub's Markdown: without HTML, which is shown as text, without images, with links to https and mailto alone. */
export const CommentText = memo(function CommentText({
  id,
  text,
  look = 'body2',
  projectID,
  people,
  tasks,
}: CommentTextProps) {
  const plugins = useMemo(
    () => [remarkGfm, picturesAsLinks, ...(isTangled(text) ? [] : [named({ projectID, people, tasks })])],
    [text, projectID, people, tasks],
  )
  const options = useMemo(() => ({ clobberPrefix: `comment-${id}-` }), [id])
  return (
    <Box sx={{ ...lookOfText, typography: look }}>
      <PlainOnFailure key={text} text={text}>
        <Markdown
          remarkPlugins={plugins}
          rehypePlugins={rehypePlugins}
          remarkRehypeOptions={options}
          components={components}
          urlTransform={(address) => (isAllowed(address) ? address : '')}
        >
          {text}
        </Markdown>
      </PlainOnFailure>
    </Box>
  )
})
