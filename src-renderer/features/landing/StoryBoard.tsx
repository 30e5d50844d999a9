import { Box } from '@mui/material'
import { Check } from 'lucide-react'
import { brand } from '#shared/brand.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { initialsOf } from '#ui/person/initials.ts'
import { StatusMark } from '#ui/board/StatusDot.tsx'
import { taskTone } from '#ui/board/status-tones.ts'
import { clamp } from '#ui/look/text-looks.ts'
import { pictureMotion, radius, shadow, size, weight } from '#ui/look/tokens.ts'
import { columns, newcomer, type PlacedCard, placesAt, type Step, type Story, type StoryNote } from './story.ts'

/** In pixels. A card's place is made of them, so that it can slide there. */
const CARD = 84
const GAP = 8
const HEAD = 40
/** No column ever has more cards. */
const SLOTS = 3
/** The place of a note below the cards. */
const NOTE = 56

const slide = `transform ${pictureMotion.slide}`

const Person = ({ name, colour }: { name: string; colour: string }) => (
  <Box
    component="span"
    sx={{
      flex: 'none',
      width: 24,
      height: 24,
      borderRadius: radius.circle,
      display: 'grid',
      placeItems: 'center',
      bgcolor: colour,
      color: '#fff',
      fontSize: size.tiny,
      fontWeight: weight.semibold,
    }}
  >
    {initialsOf(name)}
  </Box>
)

const Card = ({ card: { title, tag, person, column, slot, isMoving } }: { card: PlacedCard }) => (
  <Box
    sx={{
      position: 'absolute',
      top: HEAD,
      left: 0,
      width: '25%',
      height: CARD,
      px: 0.75,
      transform: `translate(${column * 100}%, ${slot * (CARD + GAP)}px)`,
      transition: slide,
      zIndex: isMoving ? 1 : 0,
    }}
  >
    <Box
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        p: 1.25,
        bgcolor: 'background.card',
        border: 1,
        borderColor: isMoving ? 'primary.main' : 'divider',
        borderRadius: radius.medium,
        ...(isMoving && { boxShadow: shadow.floating }),
      }}
    >
      <Box sx={{ fontSize: size.note, fontWeight: weight.semibold, lineHeight: 1.35, ...clamp(2) }}>{title}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 24 }}>
        <Box component="span" sx={{ fontSize: size.tiny, color: 'text.secondary' }}>
          {tag}
        </Box>
        {person && <Person {...person} />}
      </Box>
    </Box>
  </Box>
)

const pill = {
  px: 1.25,
  py: 0.5,
  borderRadius: radius.medium,
  fontSize: size.note,
  fontWeight: weight.semibold,
} as const

const notes: Readonly<Record<StoryNote, { title: string; text: string }>> = {
  asks: { title: `${newcomer.name} asks to join`, text: 'React, maps · 640 reputation' },
  approved: { title: `${newcomer.name} is in`, text: 'Approved by the owner' },
  'handed-in': { title: `${newcomer.name} hands it in`, text: '“Tiles load without a network.”' },
  reputation: { title: '+40 reputation', text: `for ${newcomer.name}: task completed` },
  offered: { title: 'Offline map tiles · $400', text: 'Free to take' },
  taken: { title: `${newcomer.name} works on it`, text: 'Until 12 December' },
  accepted: { title: 'Accepted', text: `${newcomer.name} is owed $400` },
  paid: { title: 'Recorded as paid', text: `$400 to ${newcomer.name}` },
}

/** The notes about what she does; the others are about what she has. */
const withPerson: readonly StoryNote[] = ['asks', 'handed-in', 'taken']

const Tick = () => (
  <Box
    component="span"
    sx={{
      flex: 'none',
      width: 24,
      height: 24,
      borderRadius: radius.circle,
      display: 'grid',
      placeItems: 'center',
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
    }}
  >
    <Check size={14} strokeWidth={3} />
  </Box>
)

const Note = ({ note }: { note: StoryNote | null }) => (
  <Box
    sx={{
      position: 'absolute',
      right: { xs: 12, sm: 20 },
      bottom: { xs: 12, sm: 20 },
      zIndex: 2,
      width: 'min(300px, calc(100% - 24px))',
      display: 'grid',
      gap: 1,
      p: 1.5,
      bgcolor: 'background.paper',
      border: 1,
      borderColor: 'divider',
      borderRadius: radius.large,
      boxShadow: shadow.floating,
      opacity: note ? 1 : 0,
      transform: note ? 'none' : 'translateY(12px)',
      transition: `opacity ${pictureMotion.fade}, transform ${pictureMotion.fade}`,
    }}
  >
    {note && (
      <>
        <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center' }}>
          {withPerson.includes(note) ? <Person {...newcomer} /> : <Tick />}
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontSize: size.small, fontWeight: weight.semibold }}>{notes[note].title}</Box>
            <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>{notes[note].text}</Box>
          </Box>
        </Box>
        {note === 'offered' && (
          <Box sx={{ display: 'flex' }}>
            <Box component="span" sx={{ ...pill, bgcolor: 'primary.main', color: 'primary.contrastText' }}>
              Take this task
            </Box>
          </Box>
        )}
        {note === 'asks' && (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Box component="span" sx={{ ...pill, bgcolor: 'primary.main', color: 'primary.contrastText' }}>
              Approve
            </Box>
            <Box component="span" sx={{ ...pill, border: 1, borderColor: 'divider' }}>
              Reject
            </Box>
          </Box>
        )}
      </>
    )}
  </Box>
)

/** A board as the product draws it, at one step of the story. It is a picture: nothing in it can be pressed. */
export const StoryBoard = ({ step, story: { tag, says } }: { step: Step; story: Story }) => {
  const places = placesAt(step, tag)
  // On a phone the window shows two of four columns: that of the card, and the one it came from.
  const first = Math.min(Math.max(step.column - 1, 0), columns.length - 2)
  return (
    <Box
      role="img"
      aria-label={`A board of ${brand.name}: ${says}`}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        borderRadius: radius.panel,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
        p: { xs: 0.75, sm: 1.25 },
      }}
    >
      <Box aria-hidden sx={{ overflow: 'hidden' }}>
        <Box
          data-story-column={step.column}
          sx={{
            position: 'relative',
            width: { xs: '200%', sm: '100%' },
            height: HEAD + SLOTS * (CARD + GAP) + NOTE,
            transform: { xs: `translateX(-${first * 25}%)`, sm: 'none' },
            transition: slide,
          }}
        >
          <Box sx={{ position: 'absolute', inset: 0, display: 'grid', gridTemplateColumns: 'repeat(4, 25%)' }}>
            {columns.map((status, index) => (
              <Box key={status} sx={{ px: 0.375 }}>
                <Box
                  sx={{
                    height: '100%',
                    borderRadius: radius.medium,
                    bgcolor: 'background.column',
                    px: 1.25,
                    pt: 1.25,
                    display: 'flex',
                    alignItems: 'center',
                    alignContent: 'start',
                    flexWrap: 'wrap',
                    gap: 0.75,
                    fontSize: size.note,
                    fontWeight: weight.semibold,
                  }}
                >
                  <StatusMark tone={taskTone(status)} />
                  {taskStatusLabel(status)}
                  <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontWeight: weight.regular }}>
                    {places.filter(({ column }) => column === index).length}
                  </Box>
                </Box>
              </Box>
            ))}
          </Box>
          {places.map((card) => (
            <Card key={card.title} card={card} />
          ))}
        </Box>
        <Note note={step.note} />
      </Box>
    </Box>
  )
}
