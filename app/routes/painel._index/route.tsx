import { titled, ButtonLink, OutlineLink, Script } from '~/shared/page'
import { useLoaderData } from '@remix-run/react'
import { painelShown } from '~/painel/inicio.server'
import { Movement } from './movement'
import { SearchForm } from '~/painel/filtro'
import { PainelNumeros } from '~/painel/numeros'
import live from './live-numeros.js?url'
import { Hatching, Painel } from '~/painel/painel'
import { eventTime } from '~/shared/event-clock'
import { keepEquipe, painelLoader } from '~/shared/equipe.server'
import { seeOther } from '~/shared/remix.server'
import { countOf } from '~/shared/words'

/** Until an event is described, describing it comes first. */
export const loader = painelLoader(({ services }) => {
  if (services.gravado === null) throw seeOther('/painel/evento')
  return painelShown(services)
}, keepEquipe)

export const meta = titled('Painel')

export default function Index() {
  const { kicker, now, asOf, inicio, utcOffset, numeros, movement, empresas, ...rest } =
    useLoaderData<typeof loader>()
  const { broken, unreachable, copias, acabou } = rest
  const isEmpty = empresas === 0 && movement.porDia.length === 0
  if (isEmpty) {
    return (
      <Painel current="Painel" kicker={kicker} title="Primeiros passos">
        <FirstSteps />
      </Painel>
    )
  }
  const gauge = (
    <>
      <p>
        Números das <b data-hora={utcOffset}>{eventTime(inicio, asOf)}</b> <span data-estado="" />
      </p>
      <OutlineLink href="/painel">Atualizar</OutlineLink>
    </>
  )
  return (
    <Painel current="Painel" kicker={kicker} title="Painel" gauge={gauge}>
      <Hatching />
      {acabou ? (
        <p className="alerta">
          O evento terminou. <a href="/painel/depois">Ver quem veio, e a folha para a diretoria</a>
        </p>
      ) : null}
      <SearchForm label="Buscar convidado" action="/painel/convidados" placeholder="Nome ou WhatsApp" />
      {[...broken, ...unreachable].map((empresaid) => (
        <p key={empresaid} className="alerta aviso">
          <b>Atenção:</b> a empresa <span className="codigo">{empresaid}</span>{' '}
          {broken.includes(empresaid)
            ? 'tem uma conta de convites com defeito e ficou fora dos números. Avise quem cuida do sistema.'
            : 'não tem link: seu ID não pode ser um endereço. Cadastre-a com outro.'}
        </p>
      ))}
      {copias?.isWrong ? (
        <p className="alerta aviso">
          <b>Atenção:</b> {`${copias.said} Avise quem cuida do servidor.`}
        </p>
      ) : null}
      <PainelNumeros
        shown={numeros}
        onde={empresas === 0 ? '' : `em ${countOf(empresas, 'empresa', 'empresas')}`}
      />
      <Movement inicio={inicio} now={now} {...movement} />
      {copias && !copias.isWrong ? <p className="nota">{copias.said}</p> : null}
      <Script src={live} />
    </Painel>
  )
}

function FirstSteps() {
  return (
    <div className="estreita">
      <ol className="passos">
        <li>
          <h2>Traga as empresas</h2>
          <p>
            Uma linha por empresa ou mesa: o nome e quantos convites ela tem. Serve a planilha que você já
            usa; antes de gravar, você vê o que entra.
          </p>
          <div className="acoes">
            <ButtonLink href="/painel/planilhas?tipo=empresas">Importar planilha</ButtonLink>
            <OutlineLink href="/painel/empresas/nova">Criar uma empresa</OutlineLink>
          </div>
        </li>
        <li>
          <h2>Mande os links</h2>
          <p className="nota">Cada empresa recebe o seu pelo WhatsApp e cadastra os próprios convidados.</p>
        </li>
        <li>
          <h2>Chame a equipe</h2>
          <p className="nota">
            Cada aparelho entra com um código que serve uma vez. Não há senhas.{' '}
            <a href="/painel/equipe">Ver a equipe</a>
          </p>
        </li>
        <li>
          <h2>Imprima as listas na véspera</h2>
          <p className="nota">Por nome e por mesa, para o caso de faltar luz ou rede.</p>
        </li>
      </ol>
      <p className="nota">Assim que a primeira empresa entrar, os números do evento aparecem aqui.</p>
    </div>
  )
}
