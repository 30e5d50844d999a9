import { Button, Menu, MenuItem } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { templatesQuery } from '#data/templates.ts'

type TemplateMenuProps = {
  projectID: string
  /** The column's name, for screen readers. */
  where: string
  onChoose: (templateID: string) => void
}

/** Offers the project's templates beside quick add; nothing where there are none. */
export const TemplateMenu = ({ projectID, where, onChoose }: TemplateMenuProps) => {
  const hasTemplates = useCapability('templates', true)
  const templates = useQuery(templatesQuery(projectID, hasTemplates)).data ?? []
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (templates.length === 0) return null
  const label = `New task in ${where} from a template`
  return (
    // The board's own keys are about its cards.
    <div onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}>
      <Button
        size="small"
        color="inherit"
        startIcon={<LayoutTemplate size={16} aria-hidden />}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ color: 'text.secondary', height: 32 }}
      >
        From a template
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label, dense: true } }}
      >
        {templates.map(({ id, name }) => (
          <MenuItem
            key={id}
            onClick={() => {
              setAnchor(null)
              // The menu gives the focus back first; the dialog then takes it.
              setTimeout(() => onChoose(id))
            }}
            sx={{ maxWidth: 320, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
