import Box from '@mui/material/Box'
import { Cpu, Sparkles } from 'lucide-react'
import type { AiSource } from '../../shared/contract/index.ts'
import { brand } from '../../shared/brand.ts'

/** Who wrote a generated text: an AI, or our own generator, which only works with the prompt's words. */
export const AnsweredBy = ({ source }: { source: AiSource }) => {
  const Icon = source === 'endpoint' ? Sparkles : Cpu
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
      {source === 'endpoint'
        ? 'Written by the AI endpoint.'
        : `Written by ${brand.name}’s local generator from your own words; no AI endpoint answered.`}
    </Box>
  )
}
