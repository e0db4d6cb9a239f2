using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Reads the state of actors of one system, each on its own thread between two messages: as a task of the actor's task scheduler, which Akka runs as
/// it runs the continuation of a handler. An actor is asked once at a time, and whoever asks meanwhile gets the same answer: a blocked actor has one
/// task, however many ask. Any thread.
/// </summary>
/// <param name="system">The instrumentation.</param>
/// <param name="pendingTimers">How many scheduled messages for an actor are pending; null when not known.</param>
internal sealed class StateReader(AkkaInstrumentationExtension system, Func<IActorRef, int?> pendingTimers)
{
    /// <summary>Actors that are asked at a time, and have not answered.</summary>
    internal const int MaxAsked = 100;

    private const int MaxChildren = 20;

    private readonly Dictionary<ActorCell, Task<AkkaActorState>> _asked = [];

    /// <summary>Actors that have not answered. For tests.</summary>
    internal int Asked
    {
        get
        {
            lock (_asked)
            {
                return _asked.Count;
            }
        }
    }

    /// <summary>Null when no actor has the path.</summary>
    /// <param name="path">The path without address.</param>
    /// <param name="patience">How long it waits for the actor.</param>
    public async Task<AkkaActorState?> Read(string path, TimeSpan patience)
    {
        if (LivingActors.CellAt(system.System, path) is not ActorCell { Props: not null } cell)
        {
            return null;
        }

        var known = Known(cell, path);
        if (!system.Settings.ActorStates)
        {
            return known with { Problem = "akka.instrumentation.actor-states is off." };
        }

        if (Ask(cell, known) is not { } asked)
        {
            return known with { Problem = $"{MaxAsked} other actors have not answered yet." };
        }

        try
        {
            return await asked.WaitAsync(patience).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            return known with { Problem = Why(cell, patience) };
        }
    }

    // Null where too many are asked.
    private Task<AkkaActorState>? Ask(ActorCell cell, AkkaActorState known)
    {
        lock (_asked)
        {
            if (_asked.TryGetValue(cell, out var asked))
            {
                return asked;
            }

            foreach (var (other, _) in _asked.Where(one => ((ICell)one.Key).IsTerminated).ToList())
            {
                _asked.Remove(other);
            }

            if (_asked.Count >= MaxAsked)
            {
                return null;
            }

            // It runs in no context: nothing of the one who asks flows into the actor.
            Task<AkkaActorState>? reading = null;
            ExecutionContext.Run(
                HandlerContext.Empty, _ => reading = new(() => OnItsThread(cell, known), TaskCreationOptions.DenyChildAttach), null);

            // It removes itself from the list.
            _asked.Add(cell, reading!);
            reading!.Start(cell.TaskScheduler);
            return reading;
        }
    }

    // The actor's thread, as a system message: in no handler.
    private AkkaActorState OnItsThread(ActorCell cell, AkkaActorState known)
    {
        try
        {
            var context = (IActorContext)cell;
            var children = context.GetChildren().ToList();
            var actor = ShownActors.Find(cell);
            var (name, data) = actor is null ? default : FsmState.Read(actor);
            return known with
            {
                StateName = name is null ? null : TextCut.At(name, TypeNames.MaxLength),
                StateData = Text(data),
                Shown = Text(TelemetryFault.GuardValue<ActorBase?, object?>(
                    TelemetryFault.Content, actor, static it => (it as IShowsState)?.ShownState, null)),
                IsAwaiting = cell.TaskScheduler.CurrentMessage is not null,
                ReceiveTimeout = context.ReceiveTimeout,
                Children = children.Count,
                ChildNames = [.. children.Take(MaxChildren).Select(child => ForeignText.Clean(child.Path.Name))],
            };
        }
        catch (Exception e)
        {
            // Code of the actor has thrown: nothing of it may reach Akka.
            TelemetryFault.Report(TelemetryFault.Content, e);
            return known with { Problem = $"Reading it threw {TypeNames.Get(e.GetType())}." };
        }
        finally
        {
            lock (_asked)
            {
                _asked.Remove(cell);
            }
        }
    }

    private string? Text(object? value)
    {
        var format = system.Settings.Callbacks?.Redactor ?? InvariantText.Format;
        var text = value is null ? null : TelemetryFault.GuardValue(TelemetryFault.Content, value, format, null, system.SystemName);
        return text is null ? null : TextCut.At(text, system.Settings.TracingContentMaxLength);
    }

    // What any thread may read.
    private AkkaActorState Known(ActorCell cell, string path)
    {
        var mailbox = (cell.Mailbox?.MessageQueue as IObservedQueue)?.Observed;
        return new()
        {
            Path = path,
            ActorType = ActorTypeNames.Get(cell.Props),
            Waiting = mailbox?.DepthOrNone ?? ((ICell)cell).NumberOfMessages,
            Stashed = mailbox?.StashDepth ?? 0,
            PendingTimers = pendingTimers(cell.Self),
        };
    }

    private static string Why(ActorCell cell, TimeSpan patience)
    {
        if (((ICell)cell).IsTerminated)
        {
            return "The actor has stopped.";
        }

        var now = Stopwatch.GetTimestamp();
        var work = (cell.Mailbox?.MessageQueue as IObservedQueue)?.Observed.ReadWork(now) ?? default;
        var reason = work is { Message: { } message, Awaits: false }
            ? $"its handler has held its thread in {TypeNames.Get(InnerMessage.Unwrap(message).GetType())} "
                + $"for {DurationWords.Text(Ticks.ToSeconds(now - work.Since))}"
            : "it has got no thread";
        return string.Create(CultureInfo.InvariantCulture, $"The actor has not answered within {patience.TotalSeconds:0.##} s: {reason}.");
    }
}

/// <summary>
/// The present incarnations of actors whose state can be read: Akka shows an actor to plug-ins when it has made it, and to nobody later. An entry
/// keeps no actor alive.
/// </summary>
internal sealed class ShownActors : ActorProducerPluginBase
{
    private static readonly ConditionalWeakTable<ActorCell, WeakReference<ActorBase>> Actors = [];

    public static ActorBase? Find(ActorCell cell) => Actors.TryGetValue(cell, out var known) && known.TryGetTarget(out var actor) ? actor : null;

    /// <summary>Called once for each system, before its first actor.</summary>
    public static void Register(ExtendedActorSystem system)
    {
        lock (system.ActorPipelineResolver)
        {
            system.ActorPipelineResolver.Register(new ShownActors());
        }
    }

    public override bool CanBeAppliedTo(Type actorType) => typeof(IShowsState).IsAssignableFrom(actorType) || FsmState.IsFor(actorType);

    public override void AfterIncarnated(ActorBase actor, IActorContext context)
    {
        if (context is ActorCell cell)
        {
            Actors.AddOrUpdate(cell, new(actor));
        }
    }
}

/// <summary>The state of Akka's finite state machines, by their public properties.</summary>
internal static class FsmState
{
    public static bool IsFor(Type actor) => BaseOf(actor) is not null;

    /// <summary>The name of the state and the data; null for other actors, and before they have started.</summary>
    public static (string? Name, object? Data) Read(ActorBase actor) => BaseOf(actor.GetType()) is not { } machine ? default
        // It throws before the first state is set.
        : TelemetryFault.GuardValue<(Type Machine, ActorBase Actor), (string?, object?)>(
            TelemetryFault.Content, (machine, actor),
            static it => (NameOf(it.Machine, it.Actor), Value(it.Machine, it.Actor, "StateData")), default);

    private static string? NameOf(Type machine, ActorBase actor) => Value(machine, actor, "StateName") switch
    {
        null => null,

        // Of a persistent one, the state is an object with an identifier.
        var state when machine.GetGenericTypeDefinition() != typeof(FSM<,>) && Value(state.GetType(), state, "Identifier") is string name => name,
        var state => InvariantText.Format(state),
    };

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A property that was trimmed away is not shown.")]
    private static object? Value(Type type, object from, string property) => type.GetProperty(property)?.GetValue(from);

    private static Type? BaseOf(Type? actor)
    {
        for (; actor is not null; actor = actor.BaseType)
        {
            if (actor.IsGenericType && actor.GetGenericTypeDefinition() is { } definition
                && (definition == typeof(FSM<,>) || definition.FullName == "Akka.Persistence.Fsm.PersistentFSMBase`3"))
            {
                return actor;
            }
        }

        return null;
    }
}
