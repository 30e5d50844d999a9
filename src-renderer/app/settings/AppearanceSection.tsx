import { useColorScheme } from '@mui/material'
import { useCapability } from '#data/capabilities.ts'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { KeyList } from '../commands/KeyList.tsx'
import { SingleKeysSwitch } from '../commands/SingleKeysSwitch.tsx'
import { useIsThere } from '../commands/use-is-there.ts'

const themes = [
  { value: 'light', label: 'Light', what: 'dark letters on white' },
  { value: 'dark', label: 'Dark', what: 'light letters on near-black' },
  { value: 'system', label: 'System', what: 'the same as this device' },
] as const

const Theme = () => {
  const { mode = 'system', setMode } = useColorScheme()
  return (
    <TitledCard title="Theme" level={2}>
      <RadioCards label="Colours of this device" choices={themes} value={mode} onChange={setMode} />
    </TitledCard>
  )
}

const Keyboard = () => {
  const isThere = useIsThere()
  return (
    <>
      <TitledCard title="Single letters" level={2}>
        <SingleKeysSwitch />
      </TitledCard>
      <TitledCard title="All keys" level={2}>
        <KeyList isThere={isThere} />
      </TitledCard>
    </>
  )
}

/** How the app looks on this device, and which keys it listens to. */
export const AppearanceSection = () => (
  <>
    <Theme />
    {useCapability('search', true) && <Keyboard />}
  </>
)
