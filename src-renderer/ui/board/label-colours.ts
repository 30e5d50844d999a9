import type { LabelColour } from '#shared/contract/index.ts'

type Look = { ground: string; text: string }

/** How a label looks in each theme. The text is on the label's own ground, whatever is behind that. */
export const labelLooks: Readonly<Record<LabelColour, { light: Look; dark: Look }>> = {
  red: { light: { ground: '#fde4e4', text: '#8c1d1d' }, dark: { ground: '#4a1c1c', text: '#ffc2c2' } },
  orange: { light: { ground: '#ffe6d3', text: '#85360b' }, dark: { ground: '#46230d', text: '#ffc9a3' } },
  amber: { light: { ground: '#fff0c2', text: '#6b4700' }, dark: { ground: '#3d2c05', text: '#ffdf8a' } },
  green: { light: { ground: '#dcf5e1', text: '#17552a' }, dark: { ground: '#12361d', text: '#b0ebc0' } },
  teal: { light: { ground: '#d3f3f0', text: '#0b4f4a' }, dark: { ground: '#0b3532', text: '#a2ebe4' } },
  blue: { light: { ground: '#dcebfd', text: '#154680' }, dark: { ground: '#142f50', text: '#b9d8ff' } },
  indigo: { light: { ground: '#e3e5fd', text: '#33379a' }, dark: { ground: '#26285a', text: '#cccfff' } },
  violet: { light: { ground: '#efe2fd', text: '#5a2391' }, dark: { ground: '#381a58', text: '#e0c8ff' } },
  pink: { light: { ground: '#fde1ef', text: '#8a1552' }, dark: { ground: '#4a1431', text: '#ffc0de' } },
  grey: { light: { ground: '#e8eaed', text: '#3c434d' }, dark: { ground: '#30353d', text: '#d5dae1' } },
}
