import type { TestApp } from './remix.ts'

/** A guest as filled in on the form. */
export const MARIA = { nome: 'Maria da Silva', telefone: '11987654321', email: 'maria@exemplo.com' }

/** How many invitations of acme are used or held. */
export const used = (app: TestApp) => app.store.get('empresas', 'acme')?.licredencial

/** What the form says about a field that cannot be accepted. */
export const WHOLE_NAME = 'Digite seu nome completo.'
export const ONLY_LETTERS = 'Escreva o nome só com letras, sem números nem símbolos.'
export const WHOLE_EMAIL = 'Digite um e-mail completo, como nome@exemplo.com'
