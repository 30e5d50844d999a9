import { Box } from '@mui/material'
import { brand } from '#shared/brand.ts'
import { weight } from '../look/tokens.ts'

/** The brand's mark, a hall with a gable and an open door, in the accent. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <Box
    component="svg"
    viewBox="0 0 32 32"
    aria-hidden
    sx={{ width: size, height: size, display: 'block', flex: 'none', color: 'primary.main' }}
  >
    <rect width="32" height="32" rx="9" fill="currentColor" />
    <Box component="g" sx={{ color: 'primary.contrastText' }} fill="none" stroke="currentColor">
      <path d="M6.5 14.2 16 7.5l9.5 6.7" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M9.5 17v7.5M22.5 17v7.5" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M13.6 24.5v-4a2.4 2.4 0 0 1 4.8 0v4" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
    </Box>
  </Box>
)

/** The height of the name's letters as a share of the mark's height. */
const LETTERS = 0.64

/** The mark and the name, as every header shows them. */
export const Brand = ({ size = 28 }: { size?: number }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1.25,
      fontSize: size * LETTERS,
      fontWeight: weight.bold,
      letterSpacing: '-0.02em',
      color: 'text.primary',
    }}
  >
    <BrandMark size={size} />
    {brand.name}
  </Box>
)
