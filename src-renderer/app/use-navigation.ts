import { useCapability } from '../data/capabilities.ts'
import { paths } from '../lib/paths.ts'
import { useUserType } from '../lib/user-type.ts'
import { type NavigationItem, navigationItems } from './navigation-items.ts'

const myWork: NavigationItem = { label: 'My Work', to: paths.work() }

/** The links of the top bar and of the slide-out menu: those of the mode, and My Work where the server has it. */
export const useNavigation = (isSignedIn: boolean): readonly NavigationItem[] => {
  const mode = useUserType((state) => state.userType)
  const hasWork = useCapability('work', isSignedIn)
  return hasWork ? [...navigationItems[mode], myWork] : navigationItems[mode]
}
