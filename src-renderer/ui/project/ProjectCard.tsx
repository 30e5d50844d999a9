import { Box, Button, Card, Typography } from '@mui/material'
import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { firstParagraph } from '#shared/rules/first-paragraph.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { postedLine } from '#lib/format.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { focusRing } from '../look/focus-ring.ts'
import { stockImage } from './illustrations.ts'
import { clamp } from '../look/text-looks.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { hoverMotion, radius, size, weight } from '../look/tokens.ts'

type ProjectCardProps = {
  title: string
  /** The time in ISO 8601; without it the card says 'Posted recently'. */
  createdAt?: string | null | undefined
  /** In Markdown; the card shows what it says first, in plain words. */
  description?: string | undefined
  /** Cuts the description, where a list shows less of it. */
  shorten?: (text: string) => string
  /** The skills, separated by commas. */
  skills?: string | undefined
  /** The project's own picture; by default one of the stock images. */
  image?: string | null | undefined
  /** The palette of the stock image; see `palettesOf`. */
  palette?: number | undefined
  /**
   * The address that the card leads to; null for none. `onOpen` goes there; the address is for new tabs and screen
   * readers.
   */
  href: string | null
  onOpen: () => void
  /** Called when a pointer or the focus arrives, so that the project can be fetched before it is opened. */
  onIntent?: () => void
  /** Takes the place of the posted-date line. */
  dateLine?: string | undefined
  /** Shown beside the posted-date line, such as a tier or the viewer's role. */
  meta?: ReactNode
  /** Shown above the text: what people choose the project by. */
  facts?: ReactNode
  /** Shown below the text, such as a message that came with the project. */
  note?: ReactNode
  /** Shown beside the button that opens. Pressing these does not open the card. */
  actions?: ReactNode
  /** The text of the button that opens, by default 'View Details'. */
  openLabel?: string
  /** The word on the tile that replaces a picture which fails to load. */
  imageFallback?: string
  headingLevel?: 2 | 3 | 4
  /** Without its picture and low, for a list in one column. */
  isRow?: boolean
  /** In a narrow row, which shows its buttons beside the title, they also come before the text for the keyboard and in reading. */
  isNarrow?: boolean
}

/** The title of a card that leads nowhere is a button, and looks like the link. */
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

const cardLook = {
  display: 'grid',
  // On a phone the picture is beside the title only, so that the text has the whole width.
  gridTemplateAreas: {
    xs: '"head picture" "body body" "acts acts"',
    sm: '"head picture" "body picture" "acts picture"',
  },
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateRows: 'auto 1fr auto',
  columnGap: { xs: 2, sm: 3 },
  rowGap: 0.75,
  p: { xs: 2, sm: 2.5 },
  cursor: 'pointer',
  transition: hoverMotion,
  '&:hover': { borderColor: 'primary.main' },
  '&:hover .project-card-title': { color: 'primary.main' },
  // The title's clamp would cut its focus ring off, so the ring is drawn around the card, which the title opens.
  '&:has(.project-card-title:focus-visible)': { outline: focusRing, outlineOffset: 2 },
  '& .project-card-title:focus-visible': { outline: 'none' },
} as const

/** A row of two lines, 56 px high; on a phone what is beside the title goes below it. The list around it has the frame. */
const rowLook = {
  ...cardLook,
  gridTemplateAreas: { xs: '"head acts" "body body"', lg: '"head body acts"' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', lg: 'minmax(0, 4fr) minmax(0, 6fr) auto' },
  gridTemplateRows: 'auto',
  alignItems: { lg: 'center' },
  px: 2,
  py: { xs: 1.5, lg: 0.5 },
  minHeight: 56,
  border: 0,
  borderRadius: 0,
  bgcolor: 'transparent',
  '&:hover': { bgcolor: 'action.hover' },
  '&:has(.project-card-title:focus-visible)': { outline: focusRing, outlineOffset: -2 },
} as const

/** In columns a title has one line, so that the rows are equally high. */
const titleInRow = { ...clamp(2), WebkitLineClamp: { xs: 2, lg: 1 } } as const

const dateLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.25,
  typography: 'body2',
  fontSize: size.note,
  color: 'text.secondary',
} as const

/** Whether a click is a plain one: a press for a new tab or window is left to the browser. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

const SkillsLine = ({ names }: { names: readonly string[] }) => (
  <Typography variant="body2" sx={{ ...clamp(1), wordBreak: 'break-all', color: 'text.secondary' }}>
    <Box component="span" sx={{ fontWeight: weight.semibold, color: 'text.primary' }}>
      Skills needed:
    </Box>{' '}
    {names.join(', ')}
  </Typography>
)

type PictureProps = Pick<ProjectCardProps, 'title' | 'image' | 'palette'> & { imageFallback: string }

const Picture = ({ title, image, palette, imageFallback }: PictureProps) => (
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
    <Thumbnail src={image || stockImage(title)} fallbackText={imageFallback} palette={image ? undefined : palette} />
  </Box>
)

type ActsProps = Pick<ProjectCardProps, 'title' | 'actions' | 'openLabel' | 'isRow'> & {
  onOpen: (event: MouseEvent) => void
}

const Acts = ({ title, actions, openLabel, isRow, onOpen }: ActsProps) => {
  const buttons = useKeptFocus<HTMLDivElement>()
  return (
    <Box
      ref={buttons}
      sx={{
        gridArea: 'acts',
        display: 'flex',
        flexWrap: isRow ? 'nowrap' : 'wrap',
        gap: 1,
        ...(isRow ? { alignSelf: { xs: 'start', lg: 'center' }, alignItems: 'center' } : { pt: 1 }),
      }}
    >
      <Button
        size="small"
        color="inherit"
        // Heard in a list of buttons, each says what it opens.
        aria-label={`${openLabel}: ${title}`}
        onClick={onOpen}
        sx={{
          minWidth: 84,
          ml: -0.75,
          color: 'text.secondary',
          whiteSpace: 'nowrap',
          ...(isRow && { display: { xs: 'none', md: 'inline-flex' } }),
        }}
      >
        {openLabel}
      </Button>
      {actions && <div onClick={(event) => event.stopPropagation()}>{actions}</div>}
    </Box>
  )
}

/**
 * A project in a list. A mouse opens it anywhere on the card, the keyboard and screen readers by title and button. Each
 * way calls `onOpen` once.
 */
export const ProjectCard = ({
  title,
  createdAt,
  description,
  shorten = (text) => text,
  skills,
  image,
  palette,
  href,
  onOpen,
  onIntent,
  dateLine,
  meta,
  facts,
  note,
  actions,
  openLabel = 'View Details',
  imageFallback = 'Project',
  headingLevel = 2,
  isRow = false,
  isNarrow = false,
}: ProjectCardProps) => {
  const titleId = useId()
  const hadIntent = useRef(false)
  const skillNames = skillsList(skills ?? '')
  const intend = () => {
    if (hadIntent.current) return
    hadIntent.current = true
    onIntent?.()
  }
  const openFromCard = () => {
    // A person who selects text in the card does not want to open it.
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
  const acts = <Acts title={title} actions={actions} openLabel={openLabel} isRow={isRow} onOpen={openFromButton} />
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      onClick={openFromCard}
      onPointerEnter={intend}
      onFocus={intend}
      sx={isRow ? rowLook : cardLook}
    >
      <Box sx={{ ...column, gridArea: 'head' }}>
        <Typography
          id={titleId}
          variant={isRow ? 'h4' : 'h3'}
          component={`h${headingLevel}`}
          {...(isRow && { title })}
          sx={isRow ? titleInRow : clamp(2)}
        >
          <Box
            {...(href ? { component: Link, to: href } : { component: 'button', type: 'button' })}
            className="project-card-title"
            onClick={openFromTitle}
            sx={{ ...titleLook, transition: hoverMotion }}
          >
            {title}
          </Box>
        </Typography>
        <Box sx={dateLook}>
          <span>{dateLine ?? postedLine(createdAt)}</span>
          {meta}
        </Box>
      </Box>
      {isNarrow && acts}
      <Box sx={{ ...column, gridArea: 'body' }}>
        {facts}
        {description && (
          <Typography variant="body2" sx={{ ...clamp(isRow ? 1 : 2), mt: isRow ? 0 : 0.5 }}>
            {shorten(firstParagraph(description))}
          </Typography>
        )}
        {skillNames.length > 0 && <SkillsLine names={skillNames} />}
        {note}
      </Box>
      {!isNarrow && acts}
      {!isRow && <Picture title={title} image={image} palette={palette} imageFallback={imageFallback} />}
    </Card>
  )
}
