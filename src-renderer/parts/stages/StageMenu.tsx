import { Divider, IconButton, ListItemText, Menu, MenuItem } from '@mui/material'
import * as menuIcon from 'lucide-react/icons/ellipsis'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Stage } from '#shared/contract/index.ts'
import { iconBefore } from '#ui/look/icon-mask.ts'
import { neighbourOf } from './stage-list.ts'

export type StageMenuActs = {
  rename: (stage: Stage) => void
  /** Opens the dialog at that field. */
  edit: (stage: Stage, focus: 'status' | 'limit') => void
  step: (stage: Stage, by: 1 | -1) => Promise<unknown>
  remove: (stage: Stage) => Promise<unknown>
}

type Act = 'rename' | 'limit' | 'status' | 'left' | 'right' | 'remove'

type StageMenuProps = { stages: readonly Stage[]; stage: Stage; acts: StageMenuActs }

/** What owners and admins do with a stage. With Alt the left and right arrow keys move it without opening the menu. */
export const StageMenu = ({ stages, stage, acts }: StageMenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const step = async (by: 1 | -1) => {
    await acts.step(stage, by)
    // The column is drawn at another place now, and may have lost the focus on the way.
    setTimeout(() => document.activeElement === document.body && button.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (neighbourOf(stages, stage.id, by)) void step(by)
  }
  const items: ReadonlyArray<{ label: string; act: Act; isOff?: boolean }> = [
    { label: 'Rename', act: 'rename' },
    { label: 'Limit…', act: 'limit' },
    { label: 'Status…', act: 'status' },
    { label: 'Move left', act: 'left', isOff: !neighbourOf(stages, stage.id, -1) },
    { label: 'Move right', act: 'right', isOff: !neighbourOf(stages, stage.id, 1) },
  ]
  const run = (act: Act) => {
    if (act === 'rename') acts.rename(stage)
    else if (act === 'remove') void acts.remove(stage)
    else if (act === 'left' || act === 'right') void step(act === 'left' ? -1 : 1)
    else acts.edit(stage, act)
  }
  /** The menu gives the focus back first; what opens then takes it. */
  const choose = (act: Act) => {
    setIsOpen(false)
    setTimeout(() => run(act))
  }
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        aria-label={`Stage ${stage.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
        sx={{ my: -0.5, mr: -0.75, color: 'text.secondary', ...iconBefore(menuIcon, 16) }}
      />
      <Menu
        open={isOpen}
        anchorEl={() => button.current}
        // Within the page's main part, as all that belongs to the board.
        container={() => button.current?.closest('main') ?? document.body}
        onClose={() => setIsOpen(false)}
        slotProps={{ list: { 'aria-label': `Stage ${stage.name}`, dense: true } }}
      >
        {items.map(({ label, act, isOff = false }) => (
          <MenuItem key={label} disabled={isOff} onClick={() => choose(act)}>
            <ListItemText primary={label} />
          </MenuItem>
        ))}
        <Divider role="presentation" component="li" />
        <MenuItem onClick={() => choose('remove')} sx={{ color: 'error.main' }}>
          <ListItemText primary="Delete…" />
        </MenuItem>
      </Menu>
    </>
  )
}
