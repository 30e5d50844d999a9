import { expect, test } from 'vitest'
import { themeFor } from './theme.ts'

test('where the system chooses the colours, frames and fills say what grounds said', () => {
  const baseline = themeFor('creator').components?.MuiCssBaseline?.styleOverrides as Record<string, object>
  const rules = Object.keys(baseline['@media (forced-colors: active)'] ?? {}).join(', ')
  for (const what of [
    'aria-selected',
    'aria-pressed',
    'aria-current',
    'progressbar',
    'MuiButton-contained',
    'data-fill',
  ])
    expect(rules).toContain(what)
})
