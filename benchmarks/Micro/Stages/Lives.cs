using System.Diagnostics;
using Akka.Actor;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// A message's whole life, from its Tell to the end of its invoke with all that Akka does, on one thread: thirty are sent,
/// then the mailbox is run. By what it meets; the actor's handler does nothing.
/// </summary>
public class Lives
{
    private const int PerRun = 30;

    private Message[] _messages = null!;
    private Stage _stage = null!;
    private Listener _listener = null!;
    private IActorRef _sender = null!;
    private ExecutionContext? _inside;

    public static IEnumerable<Life> All => Benchmarks.Life.All;

    [ParamsSource(nameof(All))]
    public Life Life { get; set; } = null!;

    [GlobalSetup]
    public void Setup()
    {
        _listener = new Listener(Life.Listening);
        _stage = new Stage(Life);
        _sender = Life.HasSender ? _stage.Sender : ActorRefs.NoSender!;
        _messages = Life.Handling == Handling.Sending ? [Chained()] : [.. Enumerable.Range(0, PerRun).Select(_ => new Message())];
        _inside = Life.Inside is { } recorded ? ContextInside(recorded) : null;
        Tiering.Settle(Run);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _stage.Dispose();
        _listener.Dispose();
    }

    [Benchmark(OperationsPerInvoke = PerRun, Description = "life of a message")]
    public void Run()
    {
        if (Life.Handling is Handling.Awaiting or Handling.AwaitingInside)
        {
            Await();
            return;
        }

        if (_inside is null)
        {
            Send();
        }
        else
        {
            ExecutionContext.Run(_inside, static lives => ((Lives)lives!).Send(), this);
        }

        OnThisThread.Work();
    }

    // the first one of as many messages, each of which the handler of the one before sends
    private static Message Chained()
    {
        var first = new Message();
        for (var i = 1; i < PerRun; i++)
        {
            first = new Message { Next = first };
        }

        return first;
    }

    private void Send()
    {
        foreach (var message in _messages)
        {
            _stage.Actor.Tell(message, _sender);
        }
    }

    // one at a time: the mailbox is suspended while the handler awaits
    private void Await()
    {
        foreach (var message in _messages)
        {
            message.Go = new TaskCompletionSource();
            _stage.Actor.Tell(message, _sender);
            OnThisThread.Work();
            message.Go.SetResult();
            OnThisThread.Work();
        }
    }

    // captured on a thread of its own, so that the benchmark's stays clean
    private static ExecutionContext? ContextInside(bool recorded)
    {
        ExecutionContext? context = null;
        var thread = new Thread(() =>
        {
            using var source = new Activity("sender").SetIdFormat(ActivityIdFormat.W3C);
            source.ActivityTraceFlags = recorded ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None;
            source.Start();
            context = ExecutionContext.Capture();
        });
        thread.UnsafeStart();
        thread.Join();
        return context;
    }
}
