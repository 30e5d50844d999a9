import type { DemoTopic } from './topic.ts'

export const mobile: DemoTopic = {
  projects: [
    {
      title: 'Mobile App Development for a bicycle courier co-op',
      description:
        'Couriers plan their day on paper. We want an app that shows the next stop, works without signal and never loses a delivery.',
      scope:
        'Offline first, Android first. Dispatchers already have a web page; its API is documented and stays as it is.',
      skills: 'Mobile App Development, React Native, TypeScript, Offline Sync',
      tier: 'gold',
      status: 'assigned',
      isCreatorsOwn: true,
      organization: 'Pedal & Post',
      budget: '15000',
      weeklyHours: 30,
      deadlineInDays: 84,
      deliverables: 'Android app\nSync protocol notes\nTest plan for a week on the road',
      tags: 'offline, logistics',
    },
    {
      title: 'Tide and harbour app for small sailing boats',
      description: 'Tides, lock times and harbour notes for three estuaries, readable in bright sun with wet fingers.',
      skills: 'Mobile App Development, Kotlin, Maps, Accessibility',
      tier: 'silver',
      budget: '5200',
      weeklyHours: 15,
      deadlineInDays: 60,
    },
    {
      title: 'Medication reminders that grandparents can use',
      description:
        'One screen, large text, one question: taken or not? Family members see the answer if they are allowed to.',
      scope:
        'We have a paper prototype that was tried with twelve people over seventy. Build exactly that, and nothing more.',
      skills: 'Flutter, Accessibility, UX Writing',
      tier: 'bronze',
      organization: 'Second Spring Foundation',
      weeklyHours: 10,
      budget: '2600',
      deadlineInDays: 50,
    },
    {
      title: '社区菜园手机应用',
      description: '帮助邻里共享菜园：登记地块、安排浇水轮值、交换种子。界面要简单，长辈也能轻松使用。',
      scope: '第一版只做三件事：地块登记、浇水日历、种子交换列表。',
      skills: 'React Native, 用户体验设计, TypeScript',
      tier: 'bronze',
      weeklyHours: 10,
      deadlineInDays: 55,
      tags: '社区, 园艺, 移动应用',
    },
    {
      title: 'Bird call diary',
      description: 'Record a call, guess the bird, keep a diary. Recognition happens on the phone; nothing leaves it.',
      skills: 'Swift, Audio, Machine Learning',
      tier: 'silver',
      status: 'completed',
      weeklyHours: 12,
      deadlineInDays: -34,
    },
    {
      title: 'Lost and found for a railway line',
      description:
        'Finders take a picture, owners describe what they miss, the station confirms. Started, then paused for a new contract.',
      skills: 'React Native, Node.js, Image Search',
      tier: 'bronze',
      isArchived: true,
      weeklyHours: 10,
    },
  ],
  tasks: [
    [
      'Set up the build for test devices',
      'Signed builds from one command, installed on the three phones in the drawer.',
    ],
    ['Show the list of stops without a connection', 'Start from what was last known and say how old it is.'],
    ['Queue changes made offline', 'Nothing a person entered may be lost, also when the app is killed.'],
    ['Resolve two changes to the same record', 'Later wins except for deliveries, where both are kept and shown.'],
    ['Make the main button reachable with the thumb', 'Bottom third of the screen, 56 points high.'],
    ['Support the largest text size', 'Nothing is cut off and nothing overlaps.'],
    ['Ask for location only when it is needed', 'Say why before the system asks, and work without it.'],
    ['Reduce the start time on old phones', 'Measure first; two seconds on a five-year-old phone is the aim.'],
    ['Write the privacy note in plain words', 'What is kept, where, for how long. Half a page.'],
    ['Draw the map in high contrast', 'It must be readable in direct sunlight.'],
    ['Send a reminder that can be snoozed', 'Ten minutes, one hour, this evening.'],
    ['Test with a screen reader', 'Every screen of the main journey, on both systems.'],
    ['Prepare the store listing', 'Six screenshots, a short and a long text.'],
    ['Report crashes to our own server', 'No third party; drop anything personal.'],
  ],
}
