/** The request header of a solved challenge. */
export const botHeader = 'x-bot-check'
