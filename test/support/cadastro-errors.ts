/** What the form says of a field that cannot be accepted. */
export const WHOLE_NAME = 'Digite seu nome completo.'
export const ONLY_LETTERS = 'Escreva o nome só com letras, sem números nem símbolos.'
export const WHOLE_EMAIL = 'Digite um e-mail completo, como nome@exemplo.com'
