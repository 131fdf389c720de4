import { useLocation } from '@remix-run/react'
import { NOT_FOUND } from '../../server/domain/errors.ts'
import { errorTold, isWorthRepeating } from '~/shared/error-page'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { PainelOf, type Quem } from './painel.tsx'

/** An error of the board, for a browser of the organisation: the menu stays. */
export function PainelErro({ error, quem }: { error: unknown; quem: Quem }) {
  const { status, told } = errorTold(error)
  const { pathname, search } = useLocation()
  const isNowhere = told === NOT_FOUND
  return (
    <PainelOf
      current={null}
      quem={quem}
      kicker={`Erro ${status}`}
      title={isNowhere ? 'Não está aqui' : told.title}
    >
      <p>
        {isNowhere
          ? 'Não há nada neste endereço do painel. O que havia pode ter sido excluído, juntado a outro ou removido: o Histórico diz.'
          : told.text}
      </p>
      <p className="pagina">
        {isWorthRepeating(status) ? (
          <ButtonLink href={pathname + search}>TENTAR DE NOVO</ButtonLink>
        ) : (
          <OutlineLink href="/painel">IR PARA O PAINEL</OutlineLink>
        )}
      </p>
    </PainelOf>
  )
}
