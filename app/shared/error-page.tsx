import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { cadastroPath } from './cadastro-path.ts'
import { ContactLine } from './contato.tsx'
import { Notice, Page, ButtonLink, OutlineLink } from './page.tsx'
import { own } from '../../server/domain/own.ts'
import { NOT_FOUND } from '../../server/domain/errors.ts'

interface ErrorTold {
  title: string
  /** Of the document, when the one over the page says too little there. */
  documento?: string
  text: string
  isHelped?: true
}

const FAILURE: ErrorTold = {
  title: 'ALGO DEU ERRADO',
  text: 'Não conseguimos mostrar esta página. Volte ao convite e tente de novo; se continuar, avise a organização.',
}

/** By the reason a route gave, or by the status of the answer. */
export const ERRORS = {
  404: NOT_FOUND,
  405: NOT_FOUND,
  400: {
    title: 'PEDIDO NÃO ENTENDIDO',
    text: 'Este formulário chegou incompleto e nada foi salvo. Volte ao convite e preencha de novo.',
  },
  contador: {
    title: 'CONVITES INDISPONÍVEIS',
    text: 'Os dados desta empresa estão com defeito e nada foi alterado. Avise a organização do evento.',
  },
  reservas: {
    title: 'AGUARDE UM POUCO',
    text: 'Há muitos convites desta empresa abertos e não concluídos na mesma internet que você usa. Termine os cadastros já começados, abra o cadastro sem reservar antes, ou tente de novo em alguns minutos.',
  },
  ritmo: {
    title: 'AGUARDE UM MOMENTO',
    text: 'Muitos convites desta empresa foram pedidos agora pela mesma internet que você usa. Nenhum foi gasto neste toque. Espere um minuto e tente de novo.',
  },
  pessoais: {
    title: 'CONVITES PESSOAIS',
    text: 'Nesta mesa cada convite tem um link só seu. Abra o que você recebeu, ou peça um a quem convidou você. Nada foi gasto neste toque.',
  },
  apagada: {
    title: 'CREDENCIAL ENCERRADA',
    text: 'O evento passou, e chegou o dia de apagar os dados dos convidados. Por isso esta credencial não é mais mostrada.',
    isHelped: true,
  },
  substituida: {
    title: 'LINK SUBSTITUÍDO',
    text: 'Esta credencial ganhou um link novo, porque o convite de uma empresa foi usado para ela. Este link não vale mais. Peça o novo a quem fez o cadastro com o convite.',
    isHelped: true,
  },
  'mesa-apagada': {
    title: 'MESA ENCERRADA',
    text: 'O evento passou, e chegou o dia de apagar os dados dos convidados. Por isso esta mesa não é mais mostrada.',
    isHelped: true,
  },
  'mesa-substituida': {
    title: 'LINK SUBSTITUÍDO',
    text: 'A organização deu um link novo a quem cuida desta mesa. Este não vale mais. Peça o novo a quem cuida da mesa ou à organização.',
    isHelped: true,
  },
  codigos: {
    title: 'AGUARDE UM POUCO',
    text: 'Este código foi aberto vezes demais. Espere alguns minutos e tente de novo, ou peça outro a quem convidou você.',
  },
  conferencias: {
    title: 'AGUARDE UM POUCO',
    text: 'Foram muitos códigos errados em pouco tempo. Espere um minuto e confira de novo, letra por letra com o papel.',
  },
  indisponivel: {
    title: 'VOLTAMOS JÁ',
    text: 'O sistema não respondeu agora. Espere alguns segundos e tente de novo: repetir é seguro.',
  },
} satisfies Record<string, ErrorTold>

/** What is said of an error, by the reason its answer gave, or by its status. */
export function errorTold(error: unknown): { status: number; reason: string | null; told: ErrorTold } {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const reason = isRouteErrorResponse(error) ? reasonOf(error.data) : null
  return { status, reason, told: own<ErrorTold>(ERRORS, reason ?? String(status)) ?? FAILURE }
}

export function errorTitle(error: unknown): string {
  const { status, told } = errorTold(error)
  return `${told.documento ?? told.title} (${status})`
}

/** Whether the same address may answer otherwise in a moment. */
export const isWorthRepeating = (status: number) => status === 429 || status >= 500

/** The browser of the organisation an error of the board was told to, as `toldTo` says it; null for any other. */
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
  // Through the company's link: the home page leads to the form that takes none of its invitations.
  // The same for every address of the board, existing or not, so that nobody learns which exist.
  const isPainel = /^\/painel(\/|$)/i.test(pathname)
  return (
    <Page>
      <Notice kicker={`Erro ${status}`} title={told.title}>
        <p>{told.text}</p>
        {told.isHelped ? <ContactLine /> : null}
        {isWorthRepeating(status) ? <ButtonLink href={pathname}>TENTAR DE NOVO</ButtonLink> : null}
        {reason === 'reservas' ? (
          <OutlineLink href={cadastroPath({ empresaid: pathname.slice(1), codigo: null })}>
            ABRIR O CADASTRO
          </OutlineLink>
        ) : null}
        <a className={isWorthRepeating(status) ? 'botao contorno' : 'botao'} href="/">
          VER O CONVITE
        </a>
        {told === NOT_FOUND ? (
          <OutlineLink href={isPainel ? '/equipe' : '/item'}>
            {isPainel ? 'ENTRAR NA EQUIPE' : 'DIGITAR O CÓDIGO DA EMPRESA'}
          </OutlineLink>
        ) : null}
      </Notice>
    </Page>
  )
}

function reasonOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : null
}
