using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Tests.Instructions;

/// <summary>Who listens in a counted process.</summary>
public enum ListenerState
{
    /// <summary>Plain Akka.</summary>
    Plain,

    /// <summary>Installed, nobody listens.</summary>
    Idle,

    /// <summary>A listener on every instrument; most messages are not timed.</summary>
    Metrics,

    /// <summary>A listener on the source, and head sampling that takes nothing.</summary>
    NotSampled,

    /// <summary>As <see cref="Idle"/>, and every message costs a look-up in a dictionary: what somebody may add by mistake.</summary>
    IdleAndALookUp,

    /// <summary>The same where OpenTelemetry's baggage would flow, if there were any.</summary>
    NotSampledWithBaggageConnected,
}

/// <summary>What is counted: how messages are sent, and what their handler does.</summary>
public enum Portioned
{
    /// <summary>Messages that are sent outside of any activity; the mailbox then runs them all.</summary>
    Roots,

    /// <summary>The same inside an activity that is not sampled.</summary>
    Children,

    /// <summary>Each message's handler awaits what is completed afterwards.</summary>
    Awaiting,

    /// <summary>As <see cref="Roots"/>, and the clock has come to rest before.</summary>
    AfterPause,

    /// <summary>Two actors return one message, so each message is sent by a handler and has a run of its own.</summary>
    Hops,
}

/// <summary>
/// A process of its own in one listener state. Its main thread sends messages to an actor and then runs the actor's
/// mailbox itself: the whole way of a message on one thread. Marks stand before and after each portion.
/// </summary>
internal static partial class CountedProgram
{
    public const string Ready = "ready ";
    public const int Portions = 6;

    private const int WarmUps = 300;

    // what a message costs more in the state that must be noticed
    private static readonly ConcurrentDictionary<Type, string> Names = new() { [typeof(object)] = "object" };

    private static Portioned s_what;
    private static int s_messages;
    private static int s_hops;
    private static IActorRef? s_other;
    private static ExecutionContext? s_inside;
    private static volatile bool s_isStarted;
    private static int s_handled;
    private static bool s_looksUp;

    public static void Run(ListenerState state, Portioned what, int messages)
    {
        (s_what, s_messages) = (what, messages);
        s_inside = what == Portioned.Children ? InsideOfUnsampled() : null;
        using var metrics = state == ListenerState.Metrics ? Unheeding.Metrics() : null;
        using var spans = state is ListenerState.NotSampled or ListenerState.NotSampledWithBaggageConnected
            ? Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded)
            : null;
        if (state == ListenerState.NotSampledWithBaggageConnected)
        {
            AmbientBaggage.Connect(() => null, _ => throw new InvalidOperationException("touched"));
        }

        using var system = ActorSystem.Create(
            "counted", ConfigurationFactory.ParseString(HoconOf(state)).WithFallback(AkkaInstrumentationConfig.Reference));
        s_looksUp = state == ListenerState.IdleAndALookUp;
        var actor = system.ActorOf(PropsOf(state));
        s_other = s_what == Portioned.Hops ? system.ActorOf(PropsOf(state)) : null;
        var message = new object();
        // The actor is started by another thread: what is sent before waits elsewhere for that.
        while (!s_isStarted)
        {
            OnMainThread.Work();
        }

        for (var i = 0; i < WarmUps; i++)
        {
            Portion(actor, message);
        }

        // Where single steps are slow the share of timed messages would be back at all of them before they are counted.
        if (state != ListenerState.Plain)
        {
            CoarseClock.IsHeld = true;
            AkkaInstrumentationExtension.For(system).AdaptationTimer.Stop();
        }

        Mark();
        Console.WriteLine($"{Ready}{Environment.ProcessId}");
        Console.ReadLine();

        Mark();
        for (var i = 0; i < Portions; i++)
        {
            Portion(actor, message);
            Mark();
        }
    }

    private static void Portion(IActorRef actor, object message)
    {
        if (s_what == Portioned.AfterPause)
        {
            CoarseClock.IsHeld = false;
        }

        if (s_what == Portioned.Awaiting)
        {
            Await(actor);
            return;
        }

        if (s_what == Portioned.Hops)
        {
            s_hops = s_messages;
            actor.Tell(message, s_other);
            OnMainThread.Work();
            return;
        }

        if (s_inside is { } inside)
        {
            ExecutionContext.Run(inside, static sent => Send(sent!), (actor, message));
        }
        else
        {
            Send((actor, message));
        }

        OnMainThread.Work();
    }

    private static void Send(object sent)
    {
        var (actor, message) = ((IActorRef, object))sent;
        for (var i = 0; i < s_messages; i++)
        {
            actor.Tell(message, ActorRefs.NoSender);
        }
    }

    // one at a time: the mailbox is suspended while the handler awaits
    private static void Await(IActorRef actor)
    {
        for (var i = 0; i < s_messages; i++)
        {
            var awaited = new TaskCompletionSource();
            actor.Tell(awaited, ActorRefs.NoSender);
            OnMainThread.Work();
            awaited.SetResult();
            OnMainThread.Work();
        }
    }

    // captured on a thread of its own, so that nothing flows on the main thread
    private static ExecutionContext? InsideOfUnsampled()
    {
        ExecutionContext? inside = null;
        var thread = new Thread(() =>
        {
            using var activity = new Activity("sender").SetIdFormat(ActivityIdFormat.W3C).Start();
            inside = ExecutionContext.Capture();
        });
        thread.UnsafeStart();
        thread.Join();
        return inside;
    }

    // As few messages as possible are timed, so that portions without any are left. What is not sampled is counted alone:
    // a span is mostly the platform's own work.
    private static string HoconOf(ListenerState state) =>
        $$"""
        akka { stdout-loglevel = OFF, loglevel = ERROR }
        akka.instrumentation {
          metrics.distributions-rate = 10
          tracing.sampling { ratio = 0, unsampled-trace-ids = never }
        }
        counted {
          type = "{{(state == ListenerState.Plain ? "Dispatcher" : "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher")}}"
          executor = "{{OnMainThread.TypeName}}"
          throughput = {{s_messages}}
        }
        """;

    private static Props PropsOf(ListenerState state)
    {
        var props = (s_what switch
        {
            Portioned.Awaiting => Props.Create(() => new Awaiting()),
            Portioned.Hops => Props.Create(() => new Returning()),
            _ => Props.Create(() => new Silent()),
        }).WithDispatcher("counted");
        return state == ListenerState.Plain ? props : props.WithMailbox(AkkaInstrumentationConfig.UnboundedMailboxId);
    }

    private sealed class Awaiting : ReceiveActor
    {
        protected override void PreStart() => s_isStarted = true;

        public Awaiting() => ReceiveAsync<TaskCompletionSource>(async awaited =>
        {
            await awaited.Task;
            s_handled++;
        });
    }

    private sealed class Returning : UntypedActor
    {
        protected override void PreStart() => s_isStarted = true;

        protected override void OnReceive(object message)
        {
            if (--s_hops > 0)
            {
                Sender.Tell(message, Self);
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "getppid")]
    [SuppressGCTransition]
    private static partial void Mark();

    private sealed class Silent : UntypedActor
    {
        protected override void PreStart() => s_isStarted = true;

        protected override void OnReceive(object message)
        {
            s_handled++;
            if (s_looksUp && !Names.TryGetValue(message.GetType(), out _))
            {
                s_handled = 0;
            }
        }
    }
}
