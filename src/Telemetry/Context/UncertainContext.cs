using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The origin of a message object that was set aside in several traces. Its span begins a trace of its own and links to one of them, so that it is in
/// no wrong trace.
/// </summary>
internal sealed class UncertainContext(MessageOrigin one) : MessageOrigin
{
    public override ActivityContext Context { get; } = one.IsRecorded ? one.Context : default;

    public override bool IsUndecidedRoot => true;

    public override bool IsScheduled => true;

    public override bool IsUncertain => true;
}
