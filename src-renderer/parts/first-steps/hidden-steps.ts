import { useState } from 'react'
import { localData } from '#lib/browser-storage.ts'
import { useSession } from '#lib/session.ts'

const hiddenFor = (): string[] => (localData.get('hiddenSteps') ?? '').split(' ').filter(Boolean)

/** Whether the viewer has put these first steps away on this device, and what puts them away. */
export const useHiddenSteps = (name: string): [boolean, () => void] => {
  const viewerID = useSession(({ userID }) => userID && userID + name)
  const [isHidden, setIsHidden] = useState(() => viewerID !== null && hiddenFor().includes(viewerID))
  const hide = () => {
    if (viewerID !== null) localData.set('hiddenSteps', [...new Set([...hiddenFor(), viewerID])].join(' '))
    setIsHidden(true)
  }
  return [isHidden, hide]
}
