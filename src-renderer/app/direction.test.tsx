import { Chip, ThemeProvider, Typography } from '@mui/material'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Field } from '../ui/form/Field.tsx'
import { LabelChip } from '../ui/board/LabelChip.tsx'
import { PersonLine } from '../ui/person/PersonLine.tsx'
import { theme } from './theme.ts'

afterEach(cleanup)

test('texts and fields have the direction of their first letter', () => {
  render(
    <ThemeProvider theme={theme}>
      <Typography>عنوان</Typography>
      <Chip label="مهارة" />
      <LabelChip name="تسمية" colour="blue" />
      <PersonLine person={{ name: 'ليلى', username: 'layla' }} />
      <Field label="Title" defaultValue="נושא" />
      <Field label="Text" multiline minRows={2} defaultValue="טקסט" />
    </ThemeProvider>,
  )
  for (const text of ['عنوان', 'مهارة', 'تسمية', 'ليلى'])
    expect(screen.getByText(text).closest('[dir]')?.getAttribute('dir'), text).toBe('auto')
  for (const label of ['Title', 'Text']) expect(screen.getByLabelText(label).getAttribute('dir'), label).toBe('auto')
})
