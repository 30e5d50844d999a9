import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { Box, IconButton } from '@mui/material'
import { GripVertical, X } from 'lucide-react'
import { radius, weight } from '#ui/look/tokens.ts'

type Change = (skills: string[]) => void

const Skill = ({ skill, onRemove }: { skill: string; onRemove: () => void }) => {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: skill })
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined, transition }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        minWidth: 0,
        border: 1,
        borderColor: isDragging ? 'primary.main' : 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.paper',
        zIndex: isDragging ? 1 : 'auto',
        position: 'relative',
      }}
    >
      <IconButton
        {...attributes}
        {...listeners}
        aria-label={`Move ${skill}`}
        size="small"
        sx={{ cursor: 'grab', touchAction: 'none' }}
      >
        <GripVertical size={16} />
      </IconButton>
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: weight.medium }}>
        {skill}
      </Box>
      <IconButton aria-label={`Remove ${skill}`} size="small" onClick={onRemove}>
        <X size={16} />
      </IconButton>
    </Box>
  )
}

/** The skills in the order in which others see them: dragged by mouse, or by Space and the arrow keys. */
export const SkillOrder = ({ skills, onChange }: { skills: readonly string[]; onChange: Change }) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (id: unknown) => skills.indexOf(String(id))
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onChange(arrayMove([...skills], place(active.id), place(over.id)))
  }
  const at = (id: unknown) => `${place(id) + 1} of ${skills.length}`
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Space to pick the skill up, the arrow keys to move it, Space to drop it, Escape to leave it.',
        },
        announcements: {
          onDragStart: ({ active }) => `${active.id} is picked up, ${at(active.id)}.`,
          onDragOver: ({ active, over }) => (over ? `${active.id} is at ${at(over.id)}.` : undefined),
          onDragEnd: ({ active, over }) => `${active.id} is dropped${over ? ` at ${at(over.id)}` : ''}.`,
          onDragCancel: ({ active }) => `${active.id} stays where it was.`,
        },
      }}
    >
      <SortableContext items={[...skills]}>
        <Box
          component="ol"
          aria-label="Skills in their order"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: 1,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))',
          }}
        >
          {skills.map((skill) => (
            <Skill key={skill} skill={skill} onRemove={() => onChange(skills.filter((one) => one !== skill))} />
          ))}
        </Box>
      </SortableContext>
    </DndContext>
  )
}
