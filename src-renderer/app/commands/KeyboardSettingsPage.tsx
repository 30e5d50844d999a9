import Box from '@mui/material/Box'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { TitledCard } from '../../ui/TitledCard.tsx'
import { KeyList } from './KeyList.tsx'
import { SingleKeysSwitch } from './SingleKeysSwitch.tsx'
import { useIsThere } from './use-is-there.ts'

/** Which keys there are, and whether those of single letters act. */
export const KeyboardSettingsPage = () => (
  <PageFrame heading="Keyboard">
    <Box sx={{ display: 'grid', gap: 3, mt: 3, maxWidth: 880, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TitledCard title="Single letters" level={2}>
        <SingleKeysSwitch />
      </TitledCard>
      <TitledCard title="All keys" level={2}>
        <KeyList isThere={useIsThere()} />
      </TitledCard>
    </Box>
  </PageFrame>
)
