import { Box } from '@mui/material'
import { useState } from 'react'
import { palettes } from './palettes.ts'
import { size, weight } from '../look/tokens.ts'

type ThumbnailProps = {
  src: string
  /** The text of the blue box that replaces an image which cannot be loaded. */
  fallbackText: string
  /** The palette of one of our drawings; a project's own picture keeps its colours. */
  palette?: number | undefined
}

/** A decorative picture that fills its parent; one that cannot be loaded becomes a blue box with a word. */
export const Thumbnail = ({ src, fallbackText, palette = 0 }: ThumbnailProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (failedSrc === src)
    return (
      <Box
        data-testid="thumbnail-fallback"
        sx={{
          width: '100%',
          height: '100%',
          display: 'grid',
          placeItems: 'center',
          bgcolor: '#1d4ed8',
          color: '#fff',
          fontWeight: weight.semibold,
          fontSize: size.small,
        }}
      >
        {fallbackText}
      </Box>
    )
  return (
    <Box
      component="img"
      src={src}
      alt=""
      decoding="async"
      onError={() => setFailedSrc(src)}
      sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block', filter: palettes[palette] }}
    />
  )
}
