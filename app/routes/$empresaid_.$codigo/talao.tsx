import type { ReactNode } from 'react'
import { Recusa } from '~/convidado/presenca'
import { QuandoOnde, QuemConvida } from '~/convidado/quando-onde'
import { ButtonLink, cadastroPath, OutlineLink, useEvento } from '~/shared/page'
import { whatMesaSees } from '~/shared/words'
import type { ConviteAberto } from './convite.server.ts'

interface TalaoProps extends ConviteAberto {
  /** The picture is the organiser's own, which may not say who invites. */
  isOwn: boolean
  refusal: string | null
}

/** The stub below the invitation's picture: whose it is, when and where, and the answer. */
export function Talao(props: TalaoProps) {
  const { rotulo, codigo, nome, lugares, confirmados, credencial, ate, evento, refusal } = props
  const { isRecusado, isBegun, isOwn } = props
  const form = cadastroPath({ empresaid: null, codigo })
  return (
    <>
      <div className="talao">
        {isOwn ? <QuemConvida /> : null}
        <Recusa text={refusal} />
        <p className="para">
          {isRecusado ? thanks(rotulo, ate) : <DeQuem rotulo={rotulo} lugares={lugares} />}
        </p>
        {confirmados > 0 ? <p className="para">{`Confirmados: ${confirmados} de ${lugares}.`}</p> : null}
        {nome === null ? null : <p>{`Mesa ${nome}`}</p>}
        <QuandoOnde {...evento} />
        {ate === null ? null : (
          <div className="acoes">
            <ButtonLink href={form}>Aceitar</ButtonLink>
            {isRecusado ? <Responder ato="voltar">Desfazer</Responder> : null}
            {isRecusado || isBegun ? null : <Responder ato="recusar">Não posso ir</Responder>}
            {credencial === null ? null : <OutlineLink href={credencial}>Ver minha credencial</OutlineLink>}
          </div>
        )}
      </div>
      <p className="rodape">
        {ate === null || isRecusado ? null : `Vale até ${ate}. `}
        Não é para você? Avise quem enviou.{' '}
        {nome === null ? null : whatMesaSees(useEvento()?.nomesNaMesa ?? true)}
        <br />
        <a href="/privacidade">Aviso de privacidade</a>
      </p>
    </>
  )
}

function DeQuem({ rotulo, lugares }: { rotulo: string; lugares: number }) {
  const vale = `vale para ${lugares === 1 ? 'uma pessoa' : `${lugares} pessoas`}.`
  if (rotulo === '') return <>{`Este convite ${vale}`}</>
  return (
    <>
      <b>{rotulo}</b>
      {`, este convite é seu e ${vale}`}
    </>
  )
}

/** What somebody reads who will not come. */
function thanks(rotulo: string, ate: string | null) {
  const obrigado = rotulo === '' ? 'Obrigado por avisar.' : `Obrigado por avisar, ${rotulo}.`
  return ate === null
    ? `${obrigado} As inscrições terminaram.`
    : `${obrigado} Se mudar de ideia, volte aqui até ${ate}: guardamos o seu lugar por 12 horas, e depois só se ainda houver.`
}

function Responder({ ato, children }: { ato: 'recusar' | 'voltar'; children: ReactNode }) {
  return (
    <form method="post">
      <button className="contorno" name="ato" value={ato}>
        {children}
      </button>
    </form>
  )
}
