import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { skillsList } from '../../shared/rules/skills.ts'
import { postedLine } from '../lib/format.ts'
import { useKeptFocus } from '../lib/kept-focus.ts'
import { focusRing } from './focus-ring.ts'
import { stockImage } from './illustrations.ts'
import { clamp } from './text-looks.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { radius, size, weight } from './tokens.ts'

type ProjectCardProps = {
  title: string
  /** ISO 8601; 'Posted recently' when missing. */
  createdAt?: string | null | undefined
  description?: string | undefined
  /** Comma-separated. */
  skills?: string | undefined
  /** A picture of the project's own; one of the stock images otherwise. */
  image?: string | null | undefined
  /** Which colours the stock image has; see `palettesOf`. */
  palette?: number | undefined
  /** Where the screen lets the card lead, null for nowhere. `onOpen` goes there; the address serves new tabs and screen readers. */
  href: string | null
  onOpen: () => void
  /** Called when a pointer or the focus arrives, so that what a click opens can be fetched. */
  onIntent?: () => void
  /** In place of the posted-date line. */
  dateLine?: string
  /** Beside the posted-date line: a tier, the viewer's role. */
  meta?: ReactNode
  /** Below the text: a message that came with the project. */
  note?: ReactNode
  /** Beside the button that opens. Using them does not open the card. */
  actions?: ReactNode
  /** What opening means, on the button; 'View Details' unless said. */
  openLabel?: string
  /** The word on the tile that replaces a picture which fails to load. */
  imageFallback?: string
  headingLevel?: 2 | 3
}

/** As a button, for a card that leads nowhere, it looks no other. */
const titleLook = {
  color: 'text.primary',
  textDecoration: 'none',
  font: 'inherit',
  letterSpacing: 'inherit',
  textAlign: 'left',
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  cursor: 'pointer',
} as const

const column = { minWidth: 0, display: 'flex', flexDirection: 'column', gap: 0.75 } as const

/** A press that means "elsewhere" (new tab, new window) is left to the browser. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A project in a list. The whole card opens by mouse; the title and the button are what the
 * keyboard and screen readers use. Every way runs `onOpen` once.
 */
export const ProjectCard = ({
  title,
  createdAt,
  description,
  skills,
  image,
  palette,
  href,
  onOpen,
  onIntent,
  dateLine,
  meta,
  note,
  actions,
  openLabel = 'View Details',
  imageFallback = 'Project',
  headingLevel = 2,
}: ProjectCardProps) => {
  const titleId = useId()
  const hadIntent = useRef(false)
  const buttons = useKeptFocus<HTMLDivElement>()
  const skillNames = skillsList(skills ?? '')
  const intend = () => {
    if (hadIntent.current) return
    hadIntent.current = true
    onIntent?.()
  }
  const openFromCard = () => {
    // Marking text inside the card is not a wish to open it.
    if (getSelection()?.toString()) return
    onOpen()
  }
  const openFromTitle = (event: MouseEvent) => {
    event.stopPropagation()
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen()
  }
  const openFromButton = (event: MouseEvent) => {
    event.stopPropagation()
    onOpen()
  }
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      onClick={openFromCard}
      onPointerEnter={intend}
      onFocus={intend}
      sx={{
        display: 'grid',
        // On a phone the picture stands beside the title only, so that the text has the whole width.
        gridTemplateAreas: { xs: '"head picture" "body body"', sm: '"head picture" "body picture"' },
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        gridTemplateRows: 'auto 1fr',
        columnGap: { xs: 2, sm: 3 },
        rowGap: 0.75,
        p: { xs: 2, sm: 2.5 },
        cursor: 'pointer',
        transition: 'border-color 120ms, background-color 120ms',
        '&:hover': { borderColor: 'primary.main' },
        '&:hover .project-card-title': { color: 'primary.main' },
        // The clamp cuts off what stands out of the title, its focus ring too; the whole card is what it opens.
        '&:has(.project-card-title:focus-visible)': { outline: focusRing, outlineOffset: 2 },
        '& .project-card-title:focus-visible': { outline: 'none' },
      }}
    >
      <Box sx={{ ...column, gridArea: 'head' }}>
        <Typography id={titleId} variant="h3" component={`h${headingLevel}`} sx={clamp(2)}>
          <Box
            {...(href ? { component: Link, to: href } : { component: 'button', type: 'button' })}
            className="project-card-title"
            onClick={openFromTitle}
            sx={{ ...titleLook, transition: 'color 120ms' }}
          >
            {title}
          </Box>
        </Typography>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 2,
            rowGap: 0.25,
            typography: 'body2',
            fontSize: size.note,
            color: 'text.secondary',
          }}
        >
          <span>{dateLine ?? postedLine(createdAt)}</span>
          {meta}
        </Box>
      </Box>
      <Box sx={{ ...column, gridArea: 'body' }}>
        {description && (
          <Typography variant="body2" sx={{ ...clamp(2), mt: 0.5 }}>
            {description}
          </Typography>
        )}
        {skillNames.length > 0 && (
          <Typography variant="body2" sx={{ ...clamp(1), wordBreak: 'break-all', color: 'text.secondary' }}>
            <Box component="span" sx={{ fontWeight: weight.semibold, color: 'text.primary' }}>
              Skills needed:
            </Box>{' '}
            {skillNames.join(', ')}
          </Typography>
        )}
        {note}
        <Box ref={buttons} sx={{ mt: 'auto', pt: 1, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            size="small"
            aria-describedby={titleId}
            onClick={openFromButton}
            sx={{ minWidth: 84 }}
          >
            {openLabel}
          </Button>
          {actions && <div onClick={(event) => event.stopPropagation()}>{actions}</div>}
        </Box>
      </Box>
      <Box
        sx={{
          gridArea: 'picture',
          width: { xs: 88, sm: 184 },
          height: { xs: 88, sm: 138 },
          borderRadius: radius.medium,
          overflow: 'hidden',
          alignSelf: 'flex-start',
        }}
      >
        <Thumbnail
          src={image || stockImage(title)}
          fallbackText={imageFallback}
          palette={image ? undefined : palette}
        />
      </Box>
    </Card>
  )
}
