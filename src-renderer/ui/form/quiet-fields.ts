import { visuallyHidden } from '../look/text-looks.ts'
import { radius, size, weight } from '../look/tokens.ts'

/** The place of text that stands in for a quiet field of several lines. */
export const quietText = { mx: '-9px', px: 1, py: 0.5 } as const

const atRest = '&:not(.Mui-focused, .Mui-error)'
/** A field that reads as text until the pointer or the focus is on it; where nothing hovers it has a light frame. */
export const quietInput = {
  mx: quietText.mx,
  '& .MuiOutlinedInput-input': { px: 1 },
  '&.MuiInputBase-multiline': { px: quietText.px, py: quietText.py },
  '&.MuiInputBase-multiline .MuiOutlinedInput-input': { p: 0 },
  [`${atRest} .MuiOutlinedInput-notchedOutline`]: { borderColor: 'divider' },
  '@media (hover: hover)': {
    [`${atRest}:not(:hover) .MuiOutlinedInput-notchedOutline`]: { borderColor: 'transparent' },
  },
} as const

/** A hint that is always heard, and shows only while the field is in use, over what is below it so that nothing moves. */
export const whileInUse = {
  '&:not(.Mui-focused)': visuallyHidden,
  '&.Mui-focused': {
    position: 'absolute',
    top: '100%',
    zIndex: 1,
    px: 1,
    py: 0.25,
    borderRadius: radius.small,
    bgcolor: 'background.paper',
    border: 1,
    borderColor: 'divider',
  },
} as const

/** The width in pixels of the names of quiet fields. */
const NAMES = 96
const rows = '& .MuiFormControl-root, & [role="group"]:has(> .MuiInputLabel-root)'
const box = '& .MuiOutlinedInput-root'
const resting = `${box}:not(.Mui-focused, .Mui-error)`
/** A column of fields: each a low row, its name to the left of its value, which reads as text until it is used. */
export const quietRows = {
  display: 'grid',
  gap: 0.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [rows]: {
    display: 'grid',
    gridTemplateColumns: `${NAMES}px minmax(0, 1fr)`,
    columnGap: 1,
    alignItems: 'start',
    '& > :not(.MuiInputLabel-root)': { gridColumn: 2 },
    '& > .MuiInputLabel-root.MuiInputLabel-root': {
      m: 0,
      py: 1,
      whiteSpace: 'normal',
      fontSize: size.note,
      fontWeight: weight.regular,
      lineHeight: '20px',
      color: 'text.secondary',
    },
    // A value that is only read has the place of one that is typed.
    '& > .MuiTypography-root': { px: 1, py: '7px', fontSize: size.small },
  },
  '& .MuiAutocomplete-root + .MuiButton-root': { ml: `${NAMES + 8}px` },
  '& .MuiFormHelperText-root': { mx: 1, mt: 0 },
  // A hint over the next row begins below the value, also where the name has two lines.
  [`${box} + .MuiFormHelperText-root`]: { top: 38 },
  [box]: { minHeight: 36, fontSize: size.small },
  [`${box} .MuiOutlinedInput-input.MuiOutlinedInput-input`]: { px: 1, py: '7px', minHeight: 22, lineHeight: '22px' },
  [`& .MuiAutocomplete-root ${box.slice(2)}.MuiAutocomplete-inputRoot`]: { pl: 0, py: 0 },
  [`& .MuiAutocomplete-root .MuiChip-root`]: { my: '6px', ml: 0.75, mr: 0 },
  [`${resting} .MuiOutlinedInput-notchedOutline`]: { borderColor: 'divider' },
  '@media (hover: hover)': {
    [`${resting}:not(:hover) .MuiOutlinedInput-notchedOutline`]: { borderColor: 'transparent' },
    // What opens a list is seen where it would be pressed.
    [`${resting}:not(:hover) :is(.MuiSelect-icon, .MuiAutocomplete-endAdornment)`]: { opacity: 0 },
  },
} as const
