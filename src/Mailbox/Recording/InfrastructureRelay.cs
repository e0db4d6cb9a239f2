using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Infrastructure sends a message on in its own handler, or sets it aside and sends it in the handler of another one. In the first case the current
/// trace is the right one, in the second it is not. A message that was not sent on by the end of its handler is remembered as set aside.
/// </summary>
internal sealed class InfrastructureRelay : MailboxRelay
{
    private static readonly TypeCache<string> Assemblies = new();

    // the current message, and the one inside its wrapper
    private object? _message;
    private object? _inner;
    private MessageOrigin? _origin;
    private bool _isSentOn;

    // one message may go to several receivers
    private object? _found;
    private MessageOrigin? _foundOrigin;

    public override void Begin(in StampedEnvelope next, Activity? span)
    {
        End();
        _message = next.Message;
        _inner = InnerMessage.Of(_message);

        // the inline stamp is not kept with the message
        _origin = ReferenceEquals(next.Origin, NonRecordingContext.OfInlineStamp) ? NonRecordingActivity.Around(Activity.Current)?.Trace : next.Origin;
    }

    public override void End()
    {
        // Outside of a trace only what may be the application's own message is worth an entry. Journals never send a request again.
        if (_message is { } message && !_isSentOn && (_origin is { IsRecorded: true } || !IsAkkas(_inner!)) && PersistenceTypes.RoleOf(message) == PersistenceRole.None)
        {
            SetAside.Remember(_inner!, _origin);
            if (!ReferenceEquals(message, _inner))
            {
                SetAside.Remember(message, _origin);
            }
        }

        (_message, _inner, _origin, _isSentOn, _found, _foundOrigin) = (null, null, null, false, null, null);
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = null;
        var inner = InnerMessage.Of(message);
        if (_message is null || ReferenceEquals(inner, _inner) || ReferenceEquals(message, _message))
        {
            _isSentOn |= _message is not null;
            return false;
        }

        if (ReferenceEquals(inner, _found))
        {
            origin = _foundOrigin;
            return true;
        }

        if (SetAside.TryTake(message, out origin) || (!ReferenceEquals(message, inner) && SetAside.TryTake(inner, out origin)))
        {
            (_found, _foundOrigin) = (inner, origin);
            return true;
        }

        // Infrastructure makes no messages of the application's types. In the handler of an Akka message this one comes from elsewhere: better no trace
        // than a wrong one.
        return !IsAkkas(inner) && IsAkkas(_inner!);
    }

    private static bool IsAkkas(object message) =>
        Assemblies.GetOrAdd(message.GetType(), static type => TypeTexts.Assembly(type)) is var name
        && (name == "Akka" || name.StartsWith("Akka.", StringComparison.Ordinal));
}
