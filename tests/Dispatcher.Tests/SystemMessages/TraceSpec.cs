using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests.SystemMessages;

/// <summary>
/// Akka handles system messages between two messages of an actor. What they do never belongs to the message that happened to come before.
/// </summary>
public sealed class TraceSpec
{
    private const string Silent = "akka.loglevel = OFF";

    private const string Hesitating =
        "akka.actor.default-dispatcher.type = \"AkkaInstrumentation.Tests.SystemMessages.TraceSpec+HesitatingConfigurator, Dispatcher.Tests\"";

    /// <summary>On the second dispatcher an actor can often take the marker of a system message before the system message is in its queue.</summary>
    [Theory]
    [InlineData("", true)]
    [InlineData(Hesitating, true)]
    [InlineData("akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = always }", false)]
    public async Task Terminated_of_a_worker_belongs_to_the_request_that_the_worker_served(string settings, bool isSampled)
    {
        const int workers = 300;
        await using var system = Systems.Instrumented($"{Silent}\n{settings}");
        using var spans = SpanRecorder.OfActor(out var name);
        var (asked, seen) = (new ConcurrentDictionary<string, ActivityTraceId>(), new ConcurrentDictionary<string, ActivityTraceId>());
        var gateway = system.ActorOf((context, message) =>
        {
            if (message is int number)
            {
                asked[$"{number}"] = Activity.Current!.TraceId;
                var worker = context.ActorOf(Handler.Props((inner, _) => inner.Stop(inner.Self)), $"{number}");
                context.Watch(worker);
                worker.Tell("serve");
            }
            else if (message is Terminated terminated)
            {
                seen[terminated.ActorRef.Path.Name] = Activity.Current?.TraceId ?? default;
            }
        }, name);

        Activity.Current = null;
        for (var i = 0; i < workers; i++)
        {
            gateway.Tell(i, ActorRefs.NoSender);
            gateway.TellTimes(10, "another request");
        }

        await Eventually.Equal(workers, () => seen.Count);
        Assert.Equal(workers, asked.Values.Distinct().Count());
        Assert.All(seen, found => Assert.Equal(asked[found.Key], found.Value));
        Assert.Equal(isSampled, spans.Started.Count > 0);
    }

    [Fact]
    public async Task PostStop_of_an_actor_that_is_stopped_from_outside_while_it_works_belongs_to_no_trace()
    {
        const int actors = 40;
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.UnderPath("/user/stopped");
        var current = new ConcurrentQueue<Activity?>();
        var parents = new ConcurrentQueue<ActivitySpanId?>();
        var end = system.ActorOf((_, _) => parents.Enqueue(Activity.Current?.ParentSpanId), $"stopped-{Guid.NewGuid():N}");
        for (var i = 0; i < actors; i++)
        {
            using var hold = new Hold();
            var actor = system.ActorOf(
                Hooked.Props(new()
                {
                    Handle = (_, _) => hold.Pass(),
                    PostStop = () =>
                    {
                        current.Enqueue(Activity.Current);
                        end.Tell("stopped", ActorRefs.NoSender);
                    },
                }),
                $"stopped-{Guid.NewGuid():N}");
            Requests.Send(actor, "work");
            await hold.Entered;
            Activity.Current = null;
            system.System.Stop(actor);
            hold.Release();
        }

        await Eventually.Equal(actors, () => parents.Count);
        Assert.All(current, Assert.Null);
        Assert.All(parents, parent => Assert.Equal(default(ActivitySpanId), parent));
    }

    /// <summary>
    /// Akka keeps what is sent to a top-level actor before its start. The guardian sends it, here after it has decided about a failure.
    /// </summary>
    [Fact]
    public async Task What_waits_for_the_start_of_a_top_level_actor_is_not_in_the_trace_of_the_guardians_message_before()
    {
        using var hold = new Hold();
        HeldGuardian.Hold = hold;
        await using var system = Systems.Instrumented($"{Silent}\n{HeldGuardian.Hocon}\nakka.instrumentation.system-actors = on");
        using var spans = SpanRecorder.UnderPath("/user/late");
        var failing = system.ActorOf((_, _) => throw new InvalidOperationException(), $"late-{Guid.NewGuid():N}");
        var failed = Requests.Send(failing, "fail");
        await hold.Entered;

        var got = new TaskCompletionSource<ActivityTraceId>(TaskCreationOptions.RunContinuationsAsynchronously);
        var ended = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var told = system.System.ActorOf(Handler.Props((_, _) => got.SetResult(Activity.Current!.TraceId)), $"late-{Guid.NewGuid():N}");
        Requests.Send(told, "message");
        var late = system.System.ActorOf(Hooked.Props(new() { PostStop = () => ended.SetResult(Activity.Current) }), $"late-{Guid.NewGuid():N}");
        ((IInternalActorRef)late).Stop();
        Assert.False(((IRepointableRef)late).IsStarted);
        hold.Release();

        Assert.Null(await Eventually.Within(ended.Task));
        Assert.NotEqual(failed.TraceId, await Eventually.Within(got.Task));
    }

    /// <summary>Its mailbox is cleaned up between PostStop and what informs its watchers. Nothing shows what flowed before.</summary>
    [Fact]
    public async Task Terminated_is_not_in_the_trace_of_a_lost_message_where_a_handler_has_left_the_flow_suppressed()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var seen = new TaskCompletionSource<ActivityTraceId>(TaskCreationOptions.RunContinuationsAsynchronously);
        var gateway = system.ActorOf((context, message) =>
        {
            if (message is Terminated)
            {
                seen.SetResult(Activity.Current?.TraceId ?? default);
                return;
            }

            var worker = context.Watch(context.ActorOf(Handler.Props((inner, _) =>
            {
                hold.Pass();
                ExecutionContext.SuppressFlow();
                inner.Stop(inner.Self);
            }), "worker"));
            worker.Tell("work");
            context.Sender.Tell(worker);
        }, name);

        var worker = await gateway.Ask<IActorRef>("start", TimeSpan.FromSeconds(20));
        await hold.Entered;
        var lost = Requests.Send(worker, "lost");
        hold.Release();

        Assert.NotEqual(lost.TraceId, await Eventually.Within(seen.Task));
    }

    /// <summary>Another message has stopped the child. The end of its stop is what the restart or the stop of its parent waits for.</summary>
    [Theory]
    [InlineData("fail", "PostRestart")]
    [InlineData("stop", "PostStop")]
    public async Task What_waits_for_a_child_belongs_to_the_message_that_has_begun_it(string message, string hook)
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var hooks = new ConcurrentQueue<(string Hook, ActivityTraceId Trace)>();
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var parent = system.ActorOf(Waiting(hold, hooks, begun.SetResult), name);

        var ofChild = Requests.Send(parent, "stop the child");
        await hold.Entered;
        var ofParent = Requests.Send(parent, message);
        await Eventually.Within(begun.Task);
        hold.Release();

        await Eventually.Equal(1, () => hooks.Count);
        Assert.Equal((hook, ofParent.TraceId), Assert.Single(hooks));
        Assert.NotEqual(ofChild.TraceId, ofParent.TraceId);
    }

    /// <summary>
    /// Akka keeps the second restart until the first one has ended, and runs it at once then. Nothing shows which of the two a hook belongs to.
    /// </summary>
    [Fact]
    public async Task Two_restarts_of_which_one_waits_for_the_other_are_in_no_trace()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var (parent, hooks) = ParentOfWaiting(system, name, hold);

        Requests.Send(parent, "fail");
        await hold.Entered;
        Requests.Send(parent, 1);
        await Eventually.True(async () => await parent.Ask<int>("decided?", TimeSpan.FromSeconds(20)) == 2);
        hold.Release();

        await Eventually.Equal(2, () => hooks.Count);
        Assert.Equal([("PostRestart", default), ("PostRestart", default)], hooks);
    }

    [Fact]
    public async Task What_waits_for_a_child_belongs_to_the_first_message_that_stops_the_actor()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var (parent, hooks) = ParentOfWaiting(system, name, hold);

        var first = Requests.Send(parent, true);
        await hold.Entered;
        Requests.Send(parent, true);
        await parent.Ask<int>("decided?", TimeSpan.FromSeconds(20));
        hold.Release();

        await Eventually.Equal(1, () => hooks.Count);
        Assert.Equal([("PostStop", first.TraceId)], hooks);
    }

    /// <summary>Sender and actor wait for each other a second at most: an executor may block, or run the mailbox within the sender's call.</summary>
    [Fact]
    public async Task An_actor_stops_without_a_trace_where_its_recorder_stays_locked()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        var current = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf(Hooked.Props(new() { PostStop = () => current.SetResult(Activity.Current) }));
        var recorder = ((RecordedQueue)((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue).Recorder;
        using var hold = new Hold();
        var locked = Task.Run(() =>
        {
            lock (recorder)
            {
                hold.Pass();
            }
        });
        await hold.Entered;

        system.System.Stop(actor);

        Assert.Null(await Eventually.Within(current.Task));
        Assert.False(locked.IsCompleted);
    }

    /// <summary>A marker must not make the cell forget the message, which a restart gives to PreRestart.</summary>
    [Fact]
    public async Task PreRestart_gets_its_message_although_others_watch_and_stop_at_that_moment()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        using var hold = new Hold();
        var found = new TaskCompletionSource<object?>();
        var actor = system.ActorOf(Hooked.Props(new()
        {
            Handle = (context, message) =>
            {
                if (message is "child")
                {
                    context.Sender.Tell(context.Watch(context.ActorOf(Echo.Props)));
                }
                else if (message is int)
                {
                    hold.Pass();
                    throw new InvalidOperationException();
                }
            },
            PreRestart = (_, message) => found.TrySetResult(message),
        }));
        var watched = await actor.Ask<IActorRef>("child", TimeSpan.FromSeconds(20));

        actor.Tell(7, ActorRefs.NoSender);
        await hold.Entered;
        await watched.GracefulStop(TimeSpan.FromSeconds(20));
        hold.Release();

        Assert.Equal(7, await Eventually.Within(found.Task));
    }

    [Fact]
    public async Task A_handler_that_awaits_keeps_its_span_and_its_error_while_watched_actors_stop()
    {
        const int messages = 100;
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.OfActor(out var name);
        var wrong = 0;
        var terminated = 0;
        var actor = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            if (message is not int number)
            {
                Interlocked.Increment(ref terminated);
                return;
            }

            var mine = Activity.Current;
            for (var i = 0; i < 5; i++)
            {
                context.Stop(context.Watch(context.ActorOf(Echo.Props)));
                await Task.Yield();
                if (mine is null || !ReferenceEquals(Activity.Current, mine) || mine.Duration != default)
                {
                    Interlocked.Increment(ref wrong);
                }
            }

            if (number % 2 == 0)
            {
                throw new InvalidOperationException();
            }
        }), name);

        for (var i = 0; i < messages; i++)
        {
            Requests.Send(actor, i);
        }

        bool IsHandler(Activity span) => "Int32".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType));
        await Eventually.Equal(messages, () => spans.Stopped.Count(IsHandler));
        Assert.Equal(0, wrong);
        Assert.Equal(messages / 2, spans.Stopped.Count(span => IsHandler(span) && span.Status == ActivityStatusCode.Error));
        Assert.Equal(messages / 2, spans.Stopped.Count(span => IsHandler(span) && span.Status == ActivityStatusCode.Unset));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task A_failure_is_decided_about_and_the_actor_restarted_in_the_span_or_the_unsampled_trace_of_the_handler(bool isAsync,
        bool isSampled)
    {
        const int failures = 20;
        await using var system = Systems.Instrumented(
            $$"""
            {{Silent}}
            akka.instrumentation.tracing { retroactive.errors = off, sampling { ratio = {{(isSampled ? 1 : 0)}}, unsampled-trace-ids = always } }
            """);
        using var spans = SpanRecorder.OfActor(out var name);
        var noted = new ConcurrentQueue<(string Where, string? Id)>();
        var child = Hooked.Props(new()
        {
            Handle = isAsync ? null : (_, _) => Fail(),
            HandleAsync = !isAsync ? null : async (_, _) =>
            {
                // mostly ends in another run of the mailbox, where nothing is left of this one
                await Task.Delay(1);
                Fail();
            },
            PreRestart = (_, _) => Note("PreRestart"),
            PostRestart = () => Note("PostRestart"),
        });
        var strategy = new OneForOneStrategy(_ =>
        {
            Note("decider");
            return Directive.Restart;
        });
        var supervisor = system.ActorOf(Supervising.Props(strategy, child), name);
        Activity.Current = null;
        supervisor.TellTimes(failures, "fail");

        await Eventually.Equal(failures, () => Ids("PostRestart").Count());
        Assert.Equal(failures, Ids("handler").Distinct().Count());
        Assert.DoesNotContain(null, Ids("handler"));
        Assert.All((string[])["decider", "PreRestart", "PostRestart"], where => Assert.Equal(Ids("handler"), Ids(where)));
        Assert.Equal(isSampled ? 2 * failures : 0, spans.Started.Count);

        void Note(string where) => noted.Enqueue((where, isSampled ? Activity.Current?.Id : Activity.Current?.TraceId.ToHexString()));

        void Fail()
        {
            Note("handler");
            throw new InvalidOperationException();
        }

        IEnumerable<string?> Ids(string where) =>
            noted.Where(entry => entry.Where == where).Select(entry => entry.Id).Order(StringComparer.Ordinal);
    }

    [Fact]
    public async Task A_marker_leaves_nothing_behind_at_an_actor_that_has_stopped()
    {
        await using var system = Systems.Instrumented(
            "akka { loglevel = DEBUG, loggers = [\"AkkaInstrumentation.Tests.KeptLog, TestSupport\"], actor.debug.lifecycle = on }");
        using var spans = SpanRecorder.WithRoot(out _);
        var letters = new ConcurrentQueue<object>();
        var listener = system.ActorOf((_, message) => letters.Enqueue(message));
        system.System.EventStream.Subscribe(listener, typeof(AllDeadLetters));
        for (var i = 0; i < 50; i++)
        {
            var actor = system.ActorOf((_, _) => { });
            actor.Tell("message", ActorRefs.NoSender);
            Parallel.For(0, 4, _ => system.System.Stop(actor));
            await actor.GracefulStop(TimeSpan.FromSeconds(20));
        }

        Assert.Equal("over", await system.ActorOf(Echo.Props).Ask<string>("over", TimeSpan.FromSeconds(20)));
        Assert.DoesNotContain(letters, letter => letter is AllDeadLetters { Message: Unwatch });
        Assert.DoesNotContain(await KeptLog.Whole(system.System), line => line.Contains("BUG", StringComparison.Ordinal)
            || line.Contains("no longer watched", StringComparison.Ordinal));
    }

    private static (IActorRef Parent, ConcurrentQueue<(string Hook, ActivityTraceId Trace)> Hooks) ParentOfWaiting(TestSystem system,
        string name, Hold hold)
    {
        var hooks = new ConcurrentQueue<(string Hook, ActivityTraceId Trace)>();
        var waiting = Waiting(hold, hooks, begun: () => { });
        return (system.ActorOf(Props.Create(() => new Parent(waiting)), name), hooks);
    }

    private static Props Waiting(Hold hold, ConcurrentQueue<(string Hook, ActivityTraceId Trace)> hooks, Action begun)
    {
        return Hooked.Props(new()
        {
            PreStart = context => context.ActorOf(Hooked.Props(new() { PostStop = hold.Pass }), "child"),
            Handle = (context, message) =>
            {
                switch (message)
                {
                    case "stop the child":
                        context.Stop(context.Child("child"));
                        break;
                    case "stop":
                        context.Stop(context.Self);
                        begun();
                        break;
                    default:
                        throw new InvalidOperationException("on purpose");
                }
            },
            PreRestart = (context, _) =>
            {
                context.Stop(context.Child("child"));
                begun();
            },
            PostRestart = () => Said("PostRestart"),
            PostStop = () => Said("PostStop"),
        });

        void Said(string hook) => hooks.Enqueue((hook, Activity.Current?.TraceId ?? default));
    }

    /// <summary>
    /// Restarts both of its children when one of them fails: the first fails at text, the second at a number. Stops the first when it gets true.
    /// </summary>
    public sealed class Parent : ReceiveActor
    {
        private int _decisions;

        public Parent(Props child)
        {
            var first = Context.ActorOf(child);
            var second = Context.ActorOf(Props.Create(() => new Failing()));
            Receive<string>(message => message == "decided?", _ => Sender.Tell(_decisions));
            Receive<string>(message => first.Tell(message));
            Receive<int>(number => second.Tell(number));
            Receive<bool>(_ => Context.Stop(first));
        }

        protected override SupervisorStrategy SupervisorStrategy() => new AllForOneStrategy(_ =>
        {
            _decisions++;
            return Directive.Restart;
        });
    }

    public sealed class Failing : ReceiveActor
    {
        public Failing() => Receive<int>(_ => throw new InvalidOperationException());
    }

    /// <summary>After each marker the sender lets other threads work, so the actor often comes before the system message.</summary>
    public sealed class HesitatingConfigurator : MessageDispatcherConfigurator
    {
        private readonly Hesitant _dispatcher;

        public HesitatingConfigurator(Config config, IDispatcherPrerequisites prerequisites)
            : base(config, prerequisites) =>
            _dispatcher = new Hesitant(this, ConfigureExecutor());

        public override MessageDispatcher Dispatcher() => _dispatcher;
    }

    private sealed class Hesitant(MessageDispatcherConfigurator configurator, ExecutorServiceFactory executor)
        : InstrumentedDispatcher(configurator, executor)
    {
        public override void SystemDispatch(ActorCell cell, SystemMessage message)
        {
            base.SystemDispatch(cell, message);
            if (message is Unwatch)
            {
                Thread.Yield();
            }
        }
    }
}
