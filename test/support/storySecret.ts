/** The secret of the server of the user stories: its set-up code follows from it. */
export const storySecret = 'the secret of the user stories, not of anyone'
