using AkkaInstrumentation.Tests.Listeners;

// The program that PublishedSpec starts; as tests this assembly is loaded, not started.
if (args is [ThrowingListeners.Argument, var where])
{
    await ThrowingListeners.Run(where);
}
