import { Box, Button, IconButton } from '@mui/material'
import { Plus, X } from 'lucide-react'
import { LINKS_MAX } from '#shared/contract/index.ts'
import { Field } from '#ui/form/Field.tsx'

type LinkFieldsProps = {
  links: readonly string[]
  onChange: (links: string[]) => void
  /** What is wrong with a link, by its place. */
  errorOf: (place: number) => string | undefined
}

/** The links of a profile, one field each. */
export const LinkFields = ({ links, onChange, errorOf }: LinkFieldsProps) => (
  <Box role="group" aria-label="Links" sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
    {links.map((link, place) => (
      <Box key={place} sx={{ display: 'flex', alignItems: 'start', gap: 1, width: '100%' }}>
        <Field
          label={`Link ${place + 1}`}
          type="url"
          value={link}
          placeholder="https://"
          error={errorOf(place)}
          onChange={({ target }) => onChange(links.map((one, at) => (at === place ? target.value : one)))}
        />
        <IconButton
          aria-label={`Remove link ${place + 1}`}
          onClick={() => onChange(links.filter((_, at) => at !== place))}
          sx={{ mt: 3.5 }}
        >
          <X size={18} />
        </IconButton>
      </Box>
    ))}
    {links.length < LINKS_MAX && (
      <Button size="small" startIcon={<Plus size={16} aria-hidden />} onClick={() => onChange([...links, ''])}>
        Add a link
      </Button>
    )}
  </Box>
)
