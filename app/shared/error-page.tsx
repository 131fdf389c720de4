import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { ContactLine } from './contato.tsx'
import { ButtonLink, cadastroPath, Notice, OutlineLink, Page } from './page.tsx'
import { own } from '../../server/domain/own.ts'
import { NOT_FOUND } from '../../server/domain/errors.ts'
import { ERRORS, FAILURE, type ErrorTold } from '../../server/error-words.ts'

/** What to say about an error, by the reason its answer gave, or by its status. */
export function errorTold(error: unknown): { status: number; reason: string | null; told: ErrorTold } {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const reason = isRouteErrorResponse(error) ? reasonOf(error.data) : null
  return { status, reason, told: own<ErrorTold>(ERRORS, reason ?? String(status)) ?? FAILURE }
}

export function errorTitle(error: unknown): string {
  const { status, told } = errorTold(error)
  return `${told.documento ?? told.title} (${status})`
}

/** Whether the same address may succeed in a moment. */
export const isWorthRepeating = (status: number) => status === 429 || status >= 500

/** The team browser that an error of the board was sent to, as recorded by `withMenu`; null for any other. */
export function quemIn(error: unknown): { nome: string } | null {
  const { quem } = isRouteErrorResponse(error)
    ? { quem: null, ...(error.data as object | null) }
    : { quem: null }
  return quem
}

/** The page of every error a route answers with, and of every bug. */
export function ErrorPage({ error }: { error: unknown }) {
  const { status, reason, told } = errorTold(error)
  const { pathname } = useLocation()
  // The same for every address of the board, existing or not, so that nobody learns which exist.
  const isPainel = /^\/painel(\/|$)/i.test(pathname)
  return (
    <Page>
      <Notice kicker={`Erro ${status}`} title={told.title}>
        <p>{told.text}</p>
        {told.isHelped ? <ContactLine /> : null}
        {isWorthRepeating(status) ? <ButtonLink href={pathname}>Tentar de novo</ButtonLink> : null}
        {/* Through the company's link: the home page leads to a form that takes none of its invitations. */}
        {reason === 'reservas' ? (
          <OutlineLink href={cadastroPath({ empresaid: pathname.slice(1), codigo: null })}>
            Abrir o cadastro
          </OutlineLink>
        ) : null}
        <a className={isWorthRepeating(status) ? 'botao contorno' : 'botao'} href="/">
          Ver o convite
        </a>
        {told === NOT_FOUND ? (
          <OutlineLink href={isPainel ? '/equipe' : '/item'}>
            {isPainel ? 'Entrar na equipe' : 'Digitar o código da empresa'}
          </OutlineLink>
        ) : null}
      </Notice>
    </Page>
  )
}

function reasonOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : null
}
