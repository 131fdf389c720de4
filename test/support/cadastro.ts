import type { TestApp } from './remix.ts'

/** A guest as the form is filled in. */
export const MARIA = { nome: 'Maria da Silva', telefone: '11987654321', email: 'maria@exemplo.com' }

/** How many invitations of acme are used or held. */
export const used = (app: TestApp) => app.store.empresas.get('acme')?.licredencial
